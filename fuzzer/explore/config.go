package explore

// A Config says which strategy to make, and where it carries on.
type Config struct {
	Strategy string // one of Names
	Seed     uint64 // of the random ones; run n of a seed is always the same
	Depth    int    // pct: of the bug; dfs, icb, bfs, capp: most preemptions, delay: most delays, -1 for any number
	Steps    int    // pct: choices expected of a run, 0 to learn them
	Early    bool   // the clock may be chosen
	Far      bool   // timers fire early however long they were set for
	Stall    int    // milliseconds for which the others stand still in a run while timers fire early, at most; 0 is DefaultStall
	Ways     int    // auto: in a share of the runs timers fire early, as with Early, and as with Far; 2 once a run has set a timer
	Mode     string // capp: some or all
	Values   bool   // causal: the values of plain memory are told, and a lock reads nothing
	Rest     bool   // causal-fast: it has no more, and goes on as causal
	Plain    bool   // causal: no channel is a queue
	Own      bool   // the random numbers of goroutines do not depend on the order of steps
	Order    int    // force: which of the two accesses comes first, First or Second, or Behind or Whole
	Again    bool   // force: in every second run the two are forced as often as they come together
	Apart    bool   // force: with Behind, the first access may be at another object than the second
	Later    bool   // force: in some runs the two meet in the other order before they are forced
	Turns    bool   // force: goroutines are held back at the second access alone, or at the first alone, by turns
	Slow     bool   // force: in every second run the second goroutine waits until no other one goes on
	Edges    int    // breakpoints: how many there are, at most MaxEdges

	// One of several shards has the number Shard of Shards, from 0; 0 shards are none. A
	// search visits the base schedule and those whose first choice that is not of it falls
	// to the shard. The others draw by the numbers of runs, which the engine deals out.
	Shard, Shards int

	// Of a search that carries on.
	Runs    int      // schedules that were visited; 0 begins at the base schedule
	Prefix  []uint16 // dfs: the first choices of the next run, as ranks
	Waiting []Branch // icb, bfs, delay, capp, auto: schedules that wait, and their first choices
	Cut     bool     // there are schedules beyond the bound
	Lost    bool     // a run diverged or was longer than MaxPoints
	Known   []uint64 // history: decisions that were made
	Dropped bool     // more schedules waited than MaxWaiting
	Blocked int      // dpor: runs that came to a point at which all goroutines slept
	Stack   string   // dpor, hapset: the first choices of the next run, with their untried alternatives; causal: the schedules that wait
	Seen    string   // hapset: the sets; causal: the values that the runs have read; surw: the counts
}

// DefaultStall is the default of Config.Stall: a minute. No scheduler, collector or suspended machine holds goroutines up
// for longer.
const DefaultStall = 60_000

// Within bounds the stall of a configuration, in milliseconds. It reports whether the configuration has runs then: a
// bound of 0 lets no timer fire early.
func (c *Config) Within(stall int) bool {
	if c.Early || c.Ways > 0 {
		c.Stall = stall
	}
	return !c.Early || stall > 0
}

// SetsTimers reports whether a run has set a timer, of a strategy that takes turns with the clock.
func (c *Config) SetsTimers() bool { return c.Ways == waysTimed }

// MaxShards is the number of parts that an exploration is divided into, at most.
const MaxShards = 10000

// Names are the strategies.
const Names = "run random pct pos surw history dfs icb bfs delay capp dpor hapset causal causal-fast auto"

// forced is the strategy that forces two accesses, which are named elsewhere: users do not ask for
// it by this name.
const forced = "force"

// stopping is the strategy that stops goroutines at the breakpoints of a plan, which is named
// elsewhere, too.
const stopping = "breakpoints"

// MaxEdges is how many breakpoints there are, at most: those of a plan of package sched.
const MaxEdges = 8

// New returns a strategy, nil when there is none of that name.
func New(c Config) Strategy {
	switch c.Strategy {
	case "run":
		return &base{}
	case "random":
		return &walk{seed: c.Seed}
	case "pct":
		return newPCT(c)
	case "pos":
		return &pos{seed: c.Seed}
	case "surw":
		return newSURW(c)
	case "history":
		return newHistory(c)
	case "dfs":
		return newDepthFirst(c)
	case "icb", "bfs", "delay", "capp":
		return newOverflowing(c)
	case "dpor":
		return newDPOR(c)
	case "hapset":
		return newHapset(c)
	case "causal", "causal-fast":
		return newCausal(c)
	case "auto":
		if c.Ways > 0 {
			return newWays(c)
		}
		return newAuto(c)
	case forced:
		return newForce(c)
	case stopping:
		return newBreakpoints(c)
	case latest:
		return &kept{&newest{}}
	case eldest:
		return &kept{&oldest{}}
	case youngest:
		return &kept{&turned{}}
	case drawn:
		return &kept{&walk{seed: c.Seed}}
	}
	return nil
}
