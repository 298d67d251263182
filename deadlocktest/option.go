package deadlocktest

import (
	"fmt"
	"strings"
)

// An Option says how one body is explored. It comes before the flag of deadlocklint explore
// that says the same.
type Option func(*config)

// config is what the options come to. The first one that makes no sense has the complaint.
type config struct {
	explored struct {
		Runs     int
		Strategy string
		Seed     *uint64
	}
	complaint string
}

// strategies are those of the flag -strategy.
const strategies = "auto icb dfs bfs delay dpor hapset causal causal-fast pos history pct random run"

// Runs is how many schedules are tried, at least one. The flag is -runs.
func Runs(n int) Option {
	return func(c *config) {
		if n < 1 {
			c.complain("Runs(%d) tries nothing; give a number above zero", n)
		}
		c.explored.Runs = n
	}
}

// Strategy is how the next goroutine is chosen, by a name that the flag -strategy takes:
// auto, icb, dfs, bfs, delay, dpor, hapset, causal, causal-fast, pos, history, pct, random, or run,
// which is the base schedule.
func Strategy(name string) Option {
	return func(c *config) {
		known := false
		for _, s := range strings.Fields(strategies) {
			known = known || s == name
		}
		if !known {
			c.complain("there is no strategy %q; use one of %s", name, strategies)
		}
		c.explored.Strategy = name
	}
}

// Seed makes strategies and body draw other numbers; equal seeds make equal runs. The flag is -seed.
func Seed(n uint64) Option {
	return func(c *config) { c.explored.Seed = &n }
}

func (c *config) complain(format string, args ...any) {
	if c.complaint == "" {
		c.complaint = fmt.Sprintf(format, args...)
	}
}
