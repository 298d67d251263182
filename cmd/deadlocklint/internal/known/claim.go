package known

import "time"

// A Claim tells how far the schedules of a test are known.
type Claim struct {
	Extent Extent
	Kind   Kind
	Bound  int // of Within
	Unit   Unit
	Timers TimersOf
	Stall  time.Duration // of AnyEarly

	Obstacle Obstacle // of Ended
	Calm     bool     // of Ended: timers fired early in a part of the search alone
	Unruled  string

	Count   Count
	Chance  *Chance
	numbers Numbers
	shard   string
	alone   bool
	memory  bool
	same    []string
	first   bool
}

// An Extent is how far the schedules are known. A later one says more.
type Extent int

// The extents.
const (
	Nothing Extent = iota
	Counted        // about how many schedules there are, or the chance of a miss
	Ended          // the search has no further schedule, and there are others
	Within         // each schedule up to a cost was visited
	All            // each one was
)

// TimersOf says which schedules a claim is about, of those that differ in when timers fire.
type TimersOf int

// The sets of schedules. A later one has those before it.
const (
	NoTimers   TimersOf = iota // timers decide nothing
	TimersLate                 // those in which timers fire when no goroutine can run
	ShortEarly                 // and those in which a short one fires early
	AnyEarly                   // and those in which any one does, within a stall
)

// A Count is how many schedules there are.
type Count struct {
	Mean, Error float64 // 0 for not known
	Least       int     // so many were visited, which is more than the mean; 0 where it is not
}

// Of makes the claim that facts allow.
func Of(f Facts) Claim {
	c := Claim{
		Kind: f.Search.Kind, Unit: f.Search.Unit, numbers: f.Numbers, shard: f.Shard, alone: f.Alone, memory: f.Memory,
		same: f.Same, first: f.FirstRuns, Unruled: f.Unruled,
	}
	c.Timers, c.Stall = timersOf(&f)
	holds := !f.Stopped && !f.Window && !f.CutInTime && f.Obstacle == NoObstacle && !f.Timers.Calm
	switch {
	case holds && f.Search.Complete:
		c.Extent = All
	case holds && f.Search.Within > 0:
		c.Extent, c.Bound = Within, f.Search.Within-1
	case !f.Stopped && f.Search.Ended && (f.Obstacle != NoObstacle || f.Timers.Calm):
		c.Extent, c.Obstacle, c.Calm = Ended, f.Obstacle, f.Obstacle == NoObstacle
	}
	c.count(&f)
	return c
}

// timersOf is which schedules a claim may be about.
func timersOf(f *Facts) (TimersOf, time.Duration) {
	switch t := &f.Timers; {
	case !t.Set:
		return NoTimers, 0
	case t.Mode == Choices && !f.CutEarly:
		return ShortEarly, 0
	case t.Mode == Turns && t.All && f.Search.Complete && !f.CutEarly:
		return AnyEarly, t.Stall
	}
	return TimersLate, 0
}

// count adds how many schedules there are, or the chance of a miss, where not each one was visited.
func (c *Claim) count(f *Facts) {
	if c.Extent == All || c.Extent == Ended {
		return
	}
	if f.Chance != nil {
		c.Chance = f.Chance
		c.Extent = max(c.Extent, Counted)
		return
	}
	if f.Estimate.Runs < 2 {
		return
	}
	c.Extent = max(c.Extent, Counted)
	c.Count = Count{Mean: f.Estimate.Mean, Error: f.Estimate.Error}
	if float64(f.Distinct) > f.Estimate.Mean {
		c.Count = Count{Least: f.Distinct}
	}
}

// Better is the claim of two that says more. Both are about one test.
func Better(a, b Claim) Claim {
	if b.Extent > a.Extent || b.Extent == a.Extent && b.Extent == Within && b.Unit == a.Unit && b.Bound > a.Bound {
		return b
	}
	return a
}
