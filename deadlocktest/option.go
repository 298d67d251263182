package deadlocktest

import (
	"fmt"
	"strings"
)

// An Option says how one body is explored. It comes before the flag of deadlocklint explore
// that says the same.
type Option func(*config)

// config is the sum of the options. The first option that makes no sense has the complaint.
type config struct {
	explored struct {
		Runs     int
		Strategy string
		Seed     *uint64
	}
	bound     int
	bounded   bool
	complaint string
}

// strategies are those of -x strategy.
const strategies = "auto icb dfs bfs delay dpor hapset causal causal-fast pos surw history pct random run"

// Runs is how many schedules are tried, at least one. The flag is -runs.
func Runs(n int) Option {
	return func(c *config) {
		if n < 1 {
			c.complain("Runs(%d) tries nothing; give a number above zero", n)
		}
		c.explored.Runs = n
	}
}

// Strategy chooses the next goroutine at each step. Its name is a value of -x strategy:
// auto, icb, dfs, bfs, delay, dpor, hapset, causal, causal-fast, pos, surw, history, pct, random, or run.
// The last one is the base schedule.
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

// Bound limits the schedules of a strategy. With icb, dfs, bfs and auto, n is the largest
// number of preemptions, and with delay that of delays. With pct it is the depth of the bug,
// from 1 to 16. The default is 2, with pct 3, and without a limit with dfs and bfs. Without
// Strategy it is that of auto.
func Bound(n int) Option {
	return func(c *config) { c.bound, c.bounded = n, true }
}

// bounds are the strategies that have a bound, with the smallest and the largest one.
var bounds = map[string][2]int{"auto": {0, maxBound}, "icb": {0, maxBound}, "dfs": {0, maxBound}, "bfs": {0, maxBound}, "delay": {0, maxBound}, "pct": {1, 16}}

// maxBound is the largest bound, which no schedule reaches.
const maxBound = 1 << 20

// settle writes the bound after the strategy, where the tool reads it.
func (c *config) settle() {
	if !c.bounded {
		return
	}
	name := c.explored.Strategy
	if name == "" {
		name = "auto"
	}
	limits, ok := bounds[name]
	switch {
	case !ok:
		c.complain("strategy %s has no bound; leave Bound(%d) out", name, c.bound)
	case c.bound < limits[0] || c.bound > limits[1]:
		c.complain("Bound(%d) is out of range for %s; give a number from %d to %d", c.bound, name, limits[0], limits[1])
	}
	c.explored.Strategy = fmt.Sprintf("%s depth=%d", name, c.bound)
}

func (c *config) complain(format string, args ...any) {
	if c.complaint == "" {
		c.complaint = fmt.Sprintf(format, args...)
	}
}
