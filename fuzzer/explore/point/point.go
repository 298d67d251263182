// Package point has the question of an exploration to its strategy: a [Point] of a run, with the goroutines that could run
// there. It also has the objects that the step before has touched. A [Strategy] answers.
//
// [Dependent] says which steps of different goroutines may not commute. The package chooses nothing. It imports nothing.
package point

// Limits of a run. Beyond them a strategy goes on, with less to choose.
const (
	MaxGoroutines = 4096    // with a priority of their own; later ones draw one at each point
	MaxPoints     = 1 << 14 // choices of a run that a search varies; later ones follow the base schedule
)

// Clock is the ID of the clock, which may be the last of the goroutines that could run.
// When it is chosen, the next timer fires early, and the strategy chooses among the
// others again. The base schedule never chooses it.
const Clock = 1<<32 - 1

// A Goroutine is a goroutine that could run.
type Goroutine struct {
	ID     uint32 // number of its go statement in this run; the body of the test is 0, and Clock is none
	Op     uint8  // its pending operation, a trace.Op as a number, 0 for none
	Access uint8  // which of the two forced accesses that is: First, Second or both, or Inside; 0 for neither
	Object uint32 // number of the operation's object in this run, 0 for none
	Site   uint64
	Path   uint64 // of go statements: the same in each run in which those that have started it made as many before; 0 is none

	Impacted bool // the operation is at code that a change impacts

	// With the breakpoints of a plan, see package pauses.
	Edge   uint8  // the breakpoint at which it stands, from 1; 0 for none
	Gate   bool   // it stands before the first lock of that one
	Holder uint32 // 1 + ID of the goroutine that holds the lock it is about to request, 0 for none
}

// A Point is a moment of a run at which more than one goroutine could run.
type Point struct {
	Step    int         // of the run, from 0; points with a single enabled goroutine count too
	Running int         // index in Enabled of the goroutine that has run so far, -1 when it waits or has ended
	Yields  bool        // the running goroutine spins or has called Gosched
	Met     bool        // set by Next: two goroutines stand at the two forced accesses of one object
	Held    bool        // set by Next: a goroutine is held back at the second of them while another one makes the step
	Enabled []Goroutine // sorted by ID, at least two, the clock included; an Observer is asked about one, too

	// For an Observer: the events since the point before.
	Fired   Fired
	Cut     bool    // the run ends here, and the last step may not be over
	Bad     bool    // the run has ended with goroutines that wait, or was cut off, or its test has failed
	Known   uint32  // objects have had the numbers up to this one in all runs that come to this point
	Touched []Touch // by the last step, in no order
	Values  []Value // of these, empty without -memory
}

// Fired says whether timers have fired since the point before.
type Fired uint8

// When timers fired.
const (
	FiredAlone  Fired = 1 << iota // while no goroutine could run
	FiredBeside                   // while others could run
)

// An Observer is a strategy that is told of every step. Next is called with a single
// goroutine too, and Ended after the last step, before End, with no goroutine.
type Observer interface {
	Strategy
	Ended(p *Point)
}

// Goroutines are those that could run, without the clock.
func (p *Point) Goroutines() []Goroutine {
	if n := len(p.Enabled); n > 1 && p.Enabled[n-1].ID == Clock {
		return p.Enabled[:n-1]
	}
	return p.Enabled
}

// Runner is the index of the running goroutine, or -1 for none.
func (p *Point) Runner() int {
	if p.Running < 0 || p.Running >= len(p.Enabled) {
		return -1
	}
	return p.Running
}

// Offers reports whether a running goroutine offers its turn to the others.
func (p *Point) Offers() bool { return p.Yields && p.Runner() >= 0 }

// A Strategy chooses the schedules of an exploration.
type Strategy interface {
	Begin(run int)
	Next(p *Point) int // index in p.Enabled
	End(steps int) (more bool)
}

// IndexOf returns the place of a goroutine among those that could run, or -1.
func (p *Point) IndexOf(id uint32) int {
	for i := range p.Enabled {
		if p.Enabled[i].ID == id {
			return i
		}
	}
	return -1
}
