package rt

import (
	"unsafe"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
)

// An End says how a run of an exploration ended.
type End uint8

// The ends of a run; the runtime has the same numbers.
const (
	Done     End = 1 + iota // every goroutine has ended
	Deadlock                // no goroutine can go on, and no goroutine is left to wake another
	Left                    // the body has ended, others are blocked
	Over                    // the limit of steps was reached
	Stalled                 // no goroutine of the run can go on, but the world outside could wake one
	Cycle                   // some wait for each other's locks, others go on
)

// maxLeftovers is how many goroutines of runs that ended in a deadlock a process keeps:
// they are never collected.
const maxLeftovers = 60000

// An Outcome is how one run went.
type Outcome struct {
	Run        int
	End        End
	Steps      int
	Goroutines int
	Hash       uint64 // of the steps: equal for equal runs
	Class      uint64 // a hash of the blocked goroutines and their places: equal for equal ends
	Order      uint64 // of the steps on each object: equal for runs of one class
	Met        bool   // two goroutines stood at the accesses that the strategy forces
}

// trace mixes the number of a run, its end and its steps (the finalizer of splitmix64, Steele,
// Lea and Flood, OOPSLA 2014), so that sums over the same runs are equal even when other processes
// made them, and sums over other runs are not.
func (o *Outcome) trace() uint64 {
	h := o.Hash ^ uint64(o.Run)<<32 ^ uint64(o.Steps)<<8 ^ uint64(o.End)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Spins is a bit of the class of a run that is over: its goroutines spun, or yielded again
// and again.
const Spins = 1 << 8

// Base is the number of the run under the base schedule.
const Base = -1

// An Exploration makes runs of one body, a schedule each.
type Exploration struct {
	config   explore.Config
	strategy explore.Strategy
	base     explore.Strategy // of the base schedule
	current  explore.Strategy
	seed     uint64
	run      int
	end      int
	more     bool
	tally    Tally
	failed   func() bool // whether the test failed in a run that has come to its end, nil for unknown
}

// A Tally is the results of the runs of a strategy in one process.
type Tally struct {
	Runs, Steps int
	Met         int              // of the runs: see Outcome.Met
	Bad         int              // of the runs: goroutines were left, or the run was cut off, or its test failed
	Traces      uint64           // the sum of Outcome.trace of the runs
	Estimate    explore.Estimate // of the number of schedules

	// The runs for which the bound of pct holds, with most goroutines and choices.
	Bounded, Goroutines, Choices int
}

// Exploring reports whether this process explores.
func Exploring() bool { return exploring() }

// NewExploration begins the exploration of a body. carries is the text of a strategy that
// continues from earlier runs. When it is empty, the text is in the environment. The result
// is nil, with a complaint, when no exploration is possible.
func NewExploration(carries string) (*Exploration, string) {
	if carries == "" {
		carries = getenv("DEADLOCKLINT_EXPLORE")
	}
	config, complaint := explore.Parse(carries)
	if complaint != "" {
		return nil, complaint
	}
	x := &Exploration{config: config, strategy: explore.New(config), seed: config.Seed, more: true}
	x.base = explore.New(explore.Config{Strategy: "run"})
	x.run = decimal(getenv("DEADLOCKLINT_FIRST"))
	x.end = x.run + decimal(getenv("DEADLOCKLINT_RUNS"))
	registerNext(func(p unsafe.Pointer, forced int) int {
		if forced >= 0 {
			return forced
		}
		return x.current.Next((*explore.Point)(p))
	})
	return x, ""
}

// Judge sets the function that reports whether the test failed in a finished run. A strategy
// learns from runs without a failure.
func (x *Exploration) Judge(failed func() bool) { x.failed = failed }

// More reports whether another run is to be made in this process.
func (x *Exploration) More() bool {
	return x.more && x.run < x.end && !x.Crowded()
}

// Crowded reports whether runs have left as many goroutines as a process keeps.
func (x *Exploration) Crowded() bool { return leftovers() >= maxLeftovers }

// Fresh reports whether the runs of this process come without those of the base schedule.
func (x *Exploration) Fresh() bool { return getenv("DEADLOCKLINT_FRESH") != "" }

// All reports whether the strategy has made every run that it has.
func (x *Exploration) All() bool { return !x.more }

// Run makes the next run.
func (x *Exploration) Run(body func()) Outcome {
	o := x.under(x.strategy, x.run, body)
	if s, forces := x.strategy.(interface{ Met() bool }); forces {
		o.Met = s.Met()
	}
	x.count(&o)
	x.more = x.strategy.End(o.Steps)
	x.run += max(x.config.Shards, 1)
	return o
}

func (x *Exploration) count(o *Outcome) {
	t := &x.tally
	t.Runs++
	t.Steps += o.Steps
	if o.Met {
		t.Met++
	}
	if o.End != Done || x.failed != nil && x.failed() {
		t.Bad++
	}
	t.Traces += o.trace()
	if w, ok := x.strategy.(interface{ Weight() float64 }); ok && w.Weight() > 0 {
		t.Estimate.Add(w.Weight())
	}
	if b, ok := x.strategy.(interface{ Bounded() (int, bool) }); ok {
		if k, holds := b.Bounded(); holds {
			t.Bounded++
			n := o.Goroutines
			if x.config.Early {
				n++ // the clock
			}
			t.Goroutines, t.Choices = max(t.Goroutines, n), max(t.Choices, k)
		}
	}
}

// Tally is the results of the runs so far.
func (x *Exploration) Tally() Tally { return x.tally }

// Next is the number of the run that comes next.
func (x *Exploration) Next() int { return x.run }

// Config is the strategy, as another process carries on with it.
func (x *Exploration) Config() explore.Config {
	if r, ok := x.strategy.(interface{ Resume() explore.Config }); ok {
		return r.Resume()
	}
	return x.config
}

// Complete reports whether every schedule within the bound was visited.
func (x *Exploration) Complete() bool {
	s, ok := x.strategy.(explore.Search)
	return ok && !x.more && s.Complete()
}

// Timers fire early that were set for earlyMost nanoseconds, at most. With far they were set for any time, and the
// others stand still for farMost in a run: no scheduler, collector or suspended machine holds goroutines up for longer.
const (
	earlyMost = 100e6
	farMost   = 60e9
)

// earlyMost is for how long a timer was set that may fire early in a run, at most. Below 0 it is the time for which others
// may stand still.
func (x *Exploration) earlyMost(run int) int64 {
	switch {
	case !x.config.Early || run == Base:
		return 0
	case x.config.Far:
		return -farMost
	}
	return earlyMost
}

// An EarlyTimer is a timer that fired while goroutines could run.
type EarlyTimer struct {
	Span  int64   // nanoseconds for which it was set
	Place uintptr // the return address of the call that set it
}

// WentEarly returns the timers that fired early in the run before, each place once, in the
// order of the first time.
func WentEarly() (list []EarlyTimer) {
	for i := 0; ; i++ {
		span, place, ok := wentEarly(i)
		if !ok {
			return list
		}
		list = append(list, EarlyTimer{span, place})
	}
}

// A Spot is a point of the program: an operation with the calls that lead to it.
type Spot struct {
	Site  uint64 // a hash of these
	Chose bool   // a strategy had a choice there
}

// Spots are the points that the runs of this process have come to, in that order. There are
// more when the process tells no more of them from each other.
func Spots() (list []Spot, more bool) {
	for i := 1; ; i++ {
		site, chose, ok := spotAt(i)
		if !ok {
			return list, spotsMore()
		}
		list = append(list, Spot{site, chose})
	}
}

// Inputs are the inputs of the runs so far that no strategy chooses.
func Inputs() Input { return Input(inputs()) }

// An Input is a set of things that a run takes and, but for the last, no strategy chooses.
type Input uint8

// The things; the runtime has the same numbers.
const (
	Drawn   Input = 1 << iota // random numbers, the order of a map or of ready cases of a select
	Time                      // of the clock, or when a timer fires
	Outside                   // from goroutines outside of the run, or the network
	Window                    // the choice among more goroutines than a strategy is asked about
	Clock                     // the choice of the clock, which a strategy makes after all
	Beside                    // operations on objects of the run by goroutines outside of it, or by a bubble of testing/synctest
	Unruled                   // values that no order of points decides: of connections, pipes, pools, the collector and figures of the runtime
	Bubble                    // that of a goroutine in a bubble of testing/synctest, which runs beside as well
)

// RunBase makes a run under the base schedule: the goroutine that runs goes on until it
// waits, and then the oldest one is next. The first run in a process sets up what later
// runs find: no schedule of the strategy is compared with it.
func (x *Exploration) RunBase(body func()) Outcome { return x.under(x.base, Base, body) }

// RunAgain makes a run under the base schedule, with the number of the next run. Its outcome
// depends on the runs before it.
func (x *Exploration) RunAgain(body func()) Outcome { return x.named(x.run, x.base, Base, body) }

// Aside makes a run under the base schedule of a body that is not explored here.
func (x *Exploration) Aside(body func()) Outcome {
	setAside(true)
	defer setAside(false)
	return x.RunBase(body)
}

func (x *Exploration) under(s explore.Strategy, run int, body func()) Outcome {
	return x.named(run, s, run, body)
}

// named is under for a run that is told by another number.
func (x *Exploration) named(number int, s explore.Strategy, run int, body func()) Outcome {
	x.current = s
	observer, observes := s.(explore.Observer)
	own, draws := x.config.Draws(), run
	if own {
		draws = min(run, 0) // a run repeats what another one has drawn before it
	}
	setSteps(observes, own)
	nameRun(number)
	setEarly(x.earlyMost(run))
	setLives(run != Base)
	s.Begin(max(run, 0))
	end, steps, hash, goroutines, class := runOnce(body, x.seed+uint64(draws+1)*0x9e3779b97f4a7c15)
	if observes {
		last := (*explore.Point)(lastStep())
		if last != nil && End(end) == Done && x.failed != nil && x.failed() {
			last.Bad = true
		}
		observer.Ended(last)
	}
	return Outcome{Run: run, End: End(end), Steps: int(steps), Goroutines: int(goroutines), Hash: hash, Class: class, Order: runOrder()}
}

// decimal reads a decimal number, 0 when it is none.
func decimal(s string) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || n > 1<<40 {
			return 0
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// TrailHead is the size of the head of the mapped file of a run, in bytes.
const TrailHead = 64

// TrailSize is how much of the mapped file of a run was written, in bytes. The head of the
// file has eight words, of which the third is the number of steps; a step has one.
func TrailSize(head []byte) int {
	const word = 8
	if len(head) < TrailHead {
		return len(head)
	}
	n := 0
	for i := range word {
		n |= int(head[2*word+i]) << (8 * i)
	}
	return max(TrailHead+n*word, TrailHead)
}
