// Package config has what says which strategy to make, and where it carries on in another process. Families of strategies add
// [Settings] and a [Place] of their own. The package makes no strategy, see package explore.
package config

// A Config says which strategy to make, and where it carries on.
type Config struct {
	Strategy string // one of Names
	Seed     uint64 // of the random ones; run n of a seed is always the same
	Depth    int    // pct: of the bug; searches: most preemptions, or delays, -1 for any number
	Early    bool   // the clock may be chosen
	Far      bool   // timers fire early however long they were set for
	Stall    int    // milliseconds for which the others stand still in a run while timers fire early, at most; 0 is DefaultStall
	Own      bool   // the random numbers of goroutines do not depend on the order of steps

	Settings Settings // that no other family of strategies has, nil for none

	// One of several shards has the number Shard of Shards, from 0; 0 shards are none. A
	// search visits the base schedule and those whose first choice that is not of it falls
	// to the shard. The others draw by the numbers of runs, which the engine deals out.
	Shard, Shards int

	// Of a search that carries on.
	Runs int  // schedules that were visited; 0 begins at the base schedule
	Cut  bool // there are schedules beyond the bound
	Lost bool // a run diverged or was longer than MaxPoints

	Place Place // where a strategy carries on, of a type that no other family has; nil for none
}

// IsNone reports whether a configuration names no strategy.
func (c *Config) IsNone() bool { return c.Strategy == "" }

// DefaultStall is the default of Config.Stall: a minute. No scheduler, collector or suspended machine holds goroutines up
// for longer.
const DefaultStall = 60_000

// MaxShards is the number of parts that an exploration is divided into, at most.
const MaxShards = 10000

// Deals reports whether a first choice that is not of the base schedule falls to the shard.
func (c *Config) Deals(at, rank int) bool {
	return c.Shards < 2 || (at+rank)%c.Shards == c.Shard
}
