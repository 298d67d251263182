// Package known claims of a test that each schedule of a set was run.
//
// [Facts] come from the runs of an exploration. [Of] makes a [Claim] of them, and Claim.String writes it as one sentence. A
// claim is about a set of schedules. It may be the set of a search, with timers that fire in time or early, after a first run
// of a process or not. The claim is made when each schedule of that set was run to its end. Facts that contradict each other
// make the set smaller, or leave the claim out. No second sentence takes the first one back.
//
// The package runs nothing, and reads no results: package run takes the facts from them.
package known

import "time"

// Facts come from the runs of a test.
type Facts struct {
	Search   Search
	Timers   Timers
	Numbers  Numbers
	Obstacle Obstacle
	Unruled  string // the mechanisms that no schedule decides, in words, "" for none
	Stopped  bool   // the exploration ended before its search, or the test fails by itself
	Window   bool   // there were more goroutines to choose from than a strategy is asked about

	CutInTime bool // a run in which no timer fired early did not come to its end, or to another one when it was made again
	CutEarly  bool // a run in which one did

	Shard     string   // the part of the schedules that were asked for, "" for all
	Alone     bool     // the test runs in parallel with others, and none of them ran beside it
	Memory    bool     // accesses of memory are points
	Same      []string // inputs that are the same in each schedule
	FirstRuns bool     // the first run of a process goes another way, and not all first runs were made

	Distinct int // schedules that differ from each other, as far as that is known
	Estimate Estimate
	Chance   *Chance // of a strategy that draws with a bound, else nil
}

// A Search visits schedules, each once.
type Search struct {
	Kind     Kind
	Ended    bool // it has no further schedule within its bound
	Complete bool // it has visited each one, beyond a bound as well
	Within   int  // 1 + the cost up to which it has visited each one, 0 for none
	Unit     Unit // of the cost
}

// A Kind is the difference between the schedules of a search.
type Kind int

// The kinds.
const (
	Orders Kind = iota // of steps
	Values             // that the steps read
)

// A Unit is that of the cost of a schedule.
type Unit int

// The units.
const (
	Preemptions Unit = iota
	Delays
	OwnChoices // choices against the order of the strategy
)

// Timers say when timers may fire.
type Timers struct {
	Set   bool // a run depends on when one fires
	Mode  Mode
	All   bool          // the searches for timers that fire early have visited each schedule
	Calm  bool          // from some run on no timer fired early
	Stall time.Duration // for which the others stand still in a run, at most
}

// A Mode is how timers that fire early come into the schedules.
type Mode int

// The modes.
const (
	InTime  Mode = iota // none does
	Choices             // each short one may, by a choice of the search
	Turns               // in runs of their own, with a search for each way
)

// Numbers are draws of math/rand.
type Numbers struct {
	Chosen  bool // a strategy chooses them
	Sampled bool // but not all: of a wide range some, or only so many draws of a run
	Draws   int  // that are chosen in a run, at most
	Values  int  // from which each one is chosen, at most
}

// An Obstacle is why a search that has ended has not visited all schedules.
type Obstacle int

// The obstacles.
const (
	NoObstacle Obstacle = iota
	Unruled             // Facts.Unruled
	Bubble              // goroutines in a bubble of testing/synctest
	Beside              // goroutines from outside of the test used its objects
)

// An Estimate is one of the number of schedules, by random runs.
type Estimate struct {
	Runs        int // 0 or 1 is no estimate
	Mean, Error float64
}

// A Chance bounds how often a bug is missed.
type Chance struct {
	Depth, Goroutines, Choices int
	Miss                       float64 // 1 is no bound
}
