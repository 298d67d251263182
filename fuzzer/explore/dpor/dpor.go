// Package dpor visits one schedule of each class of equal ones, by dynamic partial order reduction. HaPSet leaves out of it the
// orders that good runs have shown.
package dpor

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// maxSlots is the number of goroutines that a dpor keeps of one run, over all its
// points. A run with more is visited, and the branches after that number are not.
const maxSlots = 1 << 16

// A DPOR visits one schedule of each class of equal ones, by source sets and sleep sets. Source: Abdulla, Aronis, Jonsson, Sagonas:
// Optimal dynamic partial order reduction, POPL 2014, algorithm 1. Two schedules are equal when swaps make one of the other. A
// swap is of two steps that follow each other and do not depend on each other (see [point.Dependent]).
//
// It repeats the choices of the run before up to the last point with another goroutine to
// try. From there it follows the base schedule, past goroutines that sleep. After the run
// it looks for races. These are two dependent steps that could come the other way round, since none between orders
// them. For each it adds a goroutine to try at the point before the first.
//
// The engine tells the objects that a step has touched, up to the next point. They are not those of its first
// operation alone. So nothing has to be known of steps not made.
//
// Deviations from the paper: races are looked for after the run, in the order of their
// second steps, which adds the same. Nothing is added for a race that a sleeping goroutine
// begins. A run whose goroutines all sleep goes on under the base schedule, since the engine
// cannot leave it. Blocked counts these runs. A jump of the clock depends on all steps, and no
// race is reversed across it: it needs all goroutines to wait. A run that ends while
// goroutines could go on, as a crash does, has all of them tried before its last step.
//
// A run of n steps takes n²/8 bytes, and after it time of O(n²) at least.
type DPOR struct {
	order.Order
	config config.Config
	steps  []dporStep // MaxPoints of them
	slots  []entry    // maxSlots of them
	saved  []savedStep
	n      int  // steps of this run so far
	used   int  // slots
	given  int  // choices that were given
	common int  // points of this run that are those of the base schedule
	apart  bool // it has left the base schedule
	free   bool // later steps are not varied
	asleep bool // because all that could run sleep
	strays bool // this run did not meet the points that it was given choices for
	cut    bool // the run has ended before its goroutines had
	bad    bool // it has ended badly

	races   races
	hope    hope
	runs    int
	blocked int
	done    bool
	lost    bool
	hap     *hapset // of the strategy hapset, else nil
}

// Settings are the settings of dpor and hapset.
type Settings struct {
	Blocked int // runs that came to a point at which all goroutines slept, of a search that carries on
	Most    int // the search gives up when it takes more work than this, in short runs; 0 is no limit
	Work    int // of a search that carries on
}

// Set is that of config.Settings.
func (s Settings) Set(key, value string) (changed config.Settings, known, fits bool) {
	switch key {
	case "blocked":
		s.Blocked, fits = ascii.Small(value)
	case "most":
		s.Most, fits = ascii.Small(value)
	case "work":
		s.Work, fits = ascii.Small(value)
	default:
		return s, false, false
	}
	return s, true, fits
}

// Format is that of config.Settings.
func (s Settings) Format(b []byte) []byte {
	b = ascii.Setting(b, "blocked", uint64(max(s.Blocked, 0)), s.Blocked > 0)
	b = ascii.Setting(b, "most", uint64(max(s.Most, 0)), s.Most > 0)
	return ascii.Setting(b, "work", uint64(max(s.Work, 0)), s.Work > 0)
}

// Complaint is that of config.Settings.
func (s Settings) Complaint(*config.Config) string { return "" }

// A dporStep is one step of the run.
type dporStep struct {
	first  uint32 // of its slots
	n      uint16 // goroutines that could run
	chosen uint16
	mark   uint32
	known  uint32      // objects before it
	fired  point.Fired // before it
}

// An entry is one goroutine that could run before a step.
type entry struct {
	id    uint32
	by    int32 // step that let it run, -1 for its own step before
	state entryState
	print point.Footprint // of its step, when it was chosen here, or sleeps
	site  uint64
	touch point.Touch // its pending operation
}

type entryState uint8

const (
	tried  entryState = 1 << iota // or to be tried: it is of the source set
	over                          // all that follows its step was visited
	sleeps                        // its step was visited before, with all later steps after it
)

// New returns the search of one schedule of each class.
func New(c config.Config) *DPOR {
	d := &DPOR{config: c, steps: make([]dporStep, point.MaxPoints), slots: make([]entry, maxSlots), runs: c.Runs}
	own := config.SettingsOf[Settings](&c)
	d.blocked, d.hope = own.Blocked, hope{own.Most, own.Work}
	d.lost = c.Lost
	d.saved = config.PlaceOf[Unfinished](&c).steps
	d.given = len(d.saved)
	d.done = c.Runs > 0 && d.given == 0
	return d
}

// Begin begins a run.
func (d *DPOR) Begin(int) {
	d.Reset()
	d.n, d.free, d.asleep, d.strays, d.cut, d.bad = 0, d.done, false, false, false, false
	d.used, d.common, d.apart = 0, 0, false
}

// Next chooses the goroutine that is next.
func (d *DPOR) Next(p *point.Point) int {
	r := d.Rank(p)
	d.observe(p)
	if !d.free && (d.n == len(d.steps) || d.used+len(p.Enabled) > len(d.slots)) {
		d.free, d.lost = true, true
	}
	if d.free {
		return d.Choose(p, r, 0)
	}
	s := &d.steps[d.n]
	k := -1
	switch {
	case d.n >= d.given:
		d.lay(p, s)
		k = d.fresh(r, s)
	case d.saved != nil:
		d.lay(p, s)
		k = d.restore(s, &d.saved[d.n])
	case d.again(p, s):
		d.used = int(s.first) + int(s.n)
		k = int(s.chosen)
	}
	if k < 0 {
		d.free = true
		if d.strays = !d.asleep; d.strays {
			d.lost = true
		}
		return d.Choose(p, r, 0)
	}
	s.chosen = uint16(k)
	d.n++
	d.follow(k == r.Index(0))
	rank := 0
	for rank < r.N-1 && r.Index(rank) != k {
		rank++
	}
	return d.Choose(p, r, rank)
}

// observe notes what the step before has touched, and whether the clock has moved.
func (d *DPOR) observe(p *point.Point) {
	if d.free {
		return
	}
	if p.Fired&point.FiredBeside != 0 {
		d.lost = true
	}
	if d.n > 0 {
		s := &d.steps[d.n-1]
		f := &d.slots[int(s.first)+int(s.chosen)].print
		f.Set(p.Touched)
		f.All = f.All || p.Cut
	}
}

// lay writes down the goroutines of a point, and which of them sleep.
func (d *DPOR) lay(p *point.Point, s *dporStep) {
	*s = dporStep{first: uint32(d.used), n: uint16(len(p.Enabled)), mark: order.MarkOf(p), known: p.Known, fired: p.Fired}
	var before *dporStep
	if d.n > 0 {
		before = &d.steps[d.n-1]
	}
	j := 0
	for i := range p.Enabled {
		g := &p.Enabled[i]
		t := &d.slots[d.used+i]
		t.id, t.by, t.state, t.site, t.touch = g.ID, int32(d.n)-1, 0, g.Site, point.Touch{Object: g.Object, Op: g.Op}
		for before != nil && j < int(before.n) && d.slots[int(before.first)+j].id < g.ID {
			j++
		}
		if before != nil && j < int(before.n) {
			d.inherit(t, before, j)
		}
	}
	d.used += len(p.Enabled)
}

// inherit gives a slot what is known of its goroutine at the step before: since when it could
// run, and that it sleeps, unless that step depends on the step that it would make.
func (d *DPOR) inherit(t *entry, before *dporStep, j int) {
	was := &d.slots[int(before.first)+j]
	switch {
	case was.id != t.id:
		return
	case j == int(before.chosen):
		t.by = -1
		return
	}
	t.by = was.by
	made := &d.slots[int(before.first)+int(before.chosen)].print
	if d.hap == nil && was.state&(over|sleeps) != 0 && !was.print.Dependent(made) {
		t.state = sleeps
		t.print = was.print
	}
}

// fresh chooses at a point where nothing was chosen before: as the base schedule does among
// those that do not sleep. It is negative when all of them sleep.
func (d *DPOR) fresh(r order.Ranking, s *dporStep) int {
	for rank := range r.N {
		k := r.Index(rank)
		if t := &d.slots[int(s.first)+k]; t.state&sleeps == 0 {
			t.state |= tried
			return k
		}
	}
	d.asleep = true
	return -1
}

// again reports whether a point is the one for which its choice was made.
func (d *DPOR) again(p *point.Point, s *dporStep) bool {
	return s.mark == order.MarkOf(p) && int(s.n) == len(p.Enabled) && (s.fired^p.Fired)&^point.FiredBeside == 0
}

// Ended is told what the last step has touched.
func (d *DPOR) Ended(p *point.Point) {
	d.observe(p)
	d.cut, d.bad = p.Cut, p.Bad
}

// End ends a run, and reports whether there is another one.
func (d *DPOR) End(int) bool {
	if d.done { // the run was one too many
		return false
	}
	d.runs++
	if d.asleep {
		d.blocked++
	}
	n := d.n
	switch {
	case d.strays || n < d.given: // the steps after the choice that was not met are not known
		d.strays, d.lost = true, true
		n = min(n, d.given)
		d.forget(n)
	case d.hap != nil:
		d.hap.learn(d, n)
	case d.runs == 1 && d.config.Shards > 1:
		d.deal(n)
	default:
		d.reverse(n)
	}
	d.saved = nil
	d.hope.spend(n)
	return d.advance(n) && !d.hope.isLost(d.part())
}

// forget makes a step depend on everything: it was chosen, and another one was made.
func (d *DPOR) forget(n int) {
	if n > 0 {
		s := &d.steps[n-1]
		d.slots[int(s.first)+int(s.chosen)].print.All = true
	}
}

// advance takes the last point that has another goroutine to try.
func (d *DPOR) advance(n int) bool {
	for i := n - 1; i >= 0; i-- {
		s := &d.steps[i]
		list := d.slots[s.first:][:s.n]
		list[s.chosen].state |= over
		list[s.chosen].print.Leave(s.known)
		for k := range list {
			if list[k].state&(tried|over|sleeps) != tried {
				continue
			}
			if d.hap != nil && !d.hap.wants(d, i, k) {
				continue
			}
			s.chosen = uint16(k)
			d.given = i + 1
			return true
		}
	}
	d.given, d.done = 0, true
	return false
}

// Diverged reports whether the run did not meet the points that its schedule was made for.
func (d *DPOR) Diverged() bool { return d.strays }

// Complete is never said of hapset.
func (d *DPOR) Complete() bool { return d.done && !d.lost && d.hap == nil }

// Blocked is how many runs came to a point at which all goroutines slept.
func (d *DPOR) Blocked() int { return d.blocked }
