package rt

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
)

// maxLeftovers is how many goroutines of runs that ended in a deadlock a process keeps:
// they are never collected.
const maxLeftovers = 60000

// An Outcome is how one run went.
type Outcome struct {
	Run        int
	End        boundary.End
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

// An Exploration makes runs of one body, a schedule each.
type Exploration struct {
	config   config.Config
	strategy point.Strategy
	base     point.Strategy // of the base schedule
	current  point.Strategy
	seed     uint64
	run      int
	draws    int // number of the current run, as its draws depend on it
	end      int
	more     bool
	tally    Tally
	failed   func() bool // whether the test failed in a run that has come to its end, nil for unknown
}

// A Tally is the results of the runs of a strategy in one process.
type Tally struct {
	Runs, Steps int
	Met         int             // of the runs: see Outcome.Met
	Bad         int             // of the runs: goroutines were left, or the run was cut off, or its test failed
	Traces      uint64          // the sum of Outcome.trace of the runs
	Estimate    random.Estimate // of the number of schedules

	// The runs for which the bound of pct holds, with most goroutines and choices.
	Bounded, Goroutines, Choices int
}

// init tells the runtime which accesses are forced, and which code a change impacts. The driver
// has written both, so a text of another form is none.
func init() {
	if sites, err := boundary.ParseSites(boundary.Runtime.Getenv(boundary.EnvSites)); err == nil {
		for i, list := range sites.Lists {
			for _, site := range list {
				boundary.Runtime.AddSite(site, i, sites.AnyObject)
			}
		}
	}
	if impact, err := boundary.ParseImpact(boundary.Runtime.Getenv(boundary.EnvImpact)); err == nil {
		for _, l := range impact.Lines {
			boundary.Runtime.AddImpact(impact.OnStack, l.File, l.From, l.To)
		}
	}
}

// Exploring reports whether this process explores.
func Exploring() bool { return boundary.Runtime.Exploring() }

// NewExploration begins the exploration of a body. carries is the text of a strategy that
// continues from earlier runs. When it is empty, the text is in the environment. The result
// is nil, with a complaint, when no exploration is possible.
func NewExploration(carries string) (*Exploration, string) {
	if carries == "" {
		carries = boundary.Runtime.Getenv(boundary.EnvExplore)
	}
	from, complaint := explore.Parse(carries)
	if complaint != "" {
		return nil, complaint
	}
	x := &Exploration{config: from, strategy: explore.New(from), seed: from.Seed, more: true}
	x.base = explore.New(config.Config{Strategy: "run"})
	x.run = decimal(boundary.Runtime.Getenv(boundary.EnvFirst))
	x.end = x.run + decimal(boundary.Runtime.Getenv(boundary.EnvRuns))
	boundary.Runtime.RegisterNext(func(p *point.Point, forced int) int {
		if forced >= 0 {
			return forced
		}
		return x.current.Next(p)
	})
	boundary.Runtime.RegisterDraw(x.draw)
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
func (x *Exploration) Crowded() bool { return boundary.Runtime.Leftovers() >= maxLeftovers }

// Fresh reports whether the runs of this process come without those of the base schedule.
func (x *Exploration) Fresh() bool { return boundary.Runtime.Getenv(boundary.EnvFresh) != "" }

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
	if o.End != boundary.Done || x.failed != nil && x.failed() {
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
func (x *Exploration) Config() config.Config {
	if r, ok := x.strategy.(interface{ Resume() config.Config }); ok {
		return r.Resume()
	}
	return x.config
}

// Complete reports whether every schedule within the bound was visited.
func (x *Exploration) Complete() bool {
	s, ok := x.strategy.(search.Search)
	if auto.WaysOf(&x.config) != auto.WaysNone { // its claim is about one of them
		return ok && s.Complete()
	}
	return ok && !x.more && s.Complete()
}

// Below is a number of preemptions: each schedule with fewer was visited. It is 0 of a strategy that knows none.
func (x *Exploration) Below() int {
	if s, ok := x.strategy.(interface{ Below() int }); ok {
		return s.Below()
	}
	return 0
}

// earlyMost is for how many nanoseconds a timer was set that fires early, at most. With far it was set for any time.
const earlyMost = 100e6

// A clocked strategy says for each run whether timers may fire early, once a run has set one.
type clocked interface {
	Clock() (may, far bool)
	SetTimed()
}

// early is for how long a timer was set that may fire early in a run, at most, and for how long the others may then
// stand still in all. Both are nanoseconds.
func (x *Exploration) early(run int) (most, stall int64) {
	c := &x.config
	may, far := c.Early, c.Far
	if s, ok := x.current.(clocked); ok {
		may, far = s.Clock()
	}
	switch {
	case !may || run == boundary.Base:
		return 0, 0
	case far:
		most = 1<<63 - 1
	default:
		most = earlyMost
	}
	if c.Stall > 0 {
		return most, int64(c.Stall) * 1e6
	}
	return most, config.DefaultStall * 1e6
}

// An EarlyTimer is a timer that fired while goroutines could run.
type EarlyTimer struct {
	Span  int64   // nanoseconds for which it was set
	Stall int64   // nanoseconds for which the others stood still when it fired; all times that it did together
	Place uintptr // the return address of the call that set it
}

// WentEarly returns the timers that fired early in the run before, each place once, in the
// order of the first time.
func WentEarly() (list []EarlyTimer) {
	for i := 0; ; i++ {
		span, stall, place, ok := boundary.Runtime.WentEarly(i)
		if !ok {
			return list
		}
		list = append(list, EarlyTimer{span, stall, place})
	}
}

// Spots are the points that the runs of this process have come to, in that order. There are
// more when the process tells no more of them from each other.
func Spots() (list []boundary.Spot, more bool) {
	for i := 1; ; i++ {
		site, chose, ok := boundary.Runtime.SpotAt(i)
		if !ok {
			return list, boundary.Runtime.SpotsMore()
		}
		list = append(list, boundary.Spot{Site: site, Chose: chose})
	}
}

// Inputs are the inputs of the runs so far that no strategy chooses.
func Inputs() boundary.Input { return boundary.Runtime.Inputs() }

// RunBase makes a run under the base schedule: the goroutine that runs goes on until it
// waits, and then the oldest one is next. The first run in a process sets up what later
// runs find: no schedule of the strategy is compared with it.
func (x *Exploration) RunBase(body func()) Outcome { return x.under(x.base, boundary.Base, body) }

// RunAgain makes a run under the base schedule, with the number of the next run. Its outcome
// depends on the runs before it.
func (x *Exploration) RunAgain(body func()) Outcome {
	return x.named(x.run, x.base, boundary.Base, body)
}

// Aside makes a run under the base schedule of a body that is not explored here.
func (x *Exploration) Aside(body func()) Outcome {
	boundary.Runtime.SetAside(true)
	defer boundary.Runtime.SetAside(false)
	return x.RunBase(body)
}

func (x *Exploration) under(s point.Strategy, run int, body func()) Outcome {
	return x.named(run, s, run, body)
}

// named is under for a run that is told by another number.
func (x *Exploration) named(number int, s point.Strategy, run int, body func()) Outcome {
	x.current = s
	observer, observes := s.(point.Observer)
	own, draws := explore.Draws(&x.config), run
	if own {
		draws = min(run, 0) // a run repeats what another one has drawn before it
	}
	x.draws = draws
	boundary.Runtime.SetSteps(observes, own)
	boundary.Runtime.NameRun(number)
	if t, ok := s.(clocked); ok && boundary.Runtime.SetTimers() {
		t.SetTimed()
	}
	s.Begin(max(run, 0))
	boundary.Runtime.SetEarly(x.early(run))
	boundary.Runtime.SetLives(run != boundary.Base)
	end, steps, hash, goroutines, class := boundary.Runtime.RunOnce(body, x.seed+uint64(draws+1)*0x9e3779b97f4a7c15)
	if observes {
		last := boundary.Runtime.LastStep()
		if last != nil && end == boundary.Done && x.failed != nil && x.failed() {
			last.Bad = true
		}
		observer.Ended(last)
	}
	return Outcome{Run: run, End: end, Steps: int(steps), Goroutines: int(goroutines), Hash: hash, Class: class, Order: boundary.Runtime.RunOrder()}
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
