// Package causal visits executions by the values that their steps read. It makes a model of each run, and searches the model for
// reads that no run has made. Then it asks for a run with each of them.
package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// Limits of a causal.
const (
	maxTold    = 1 << 16 // touches that are kept of one run
	maxQueue   = 1 << 14 // schedules that wait
	fastCuts   = 1 << 9  // states that are searched of one run, when no claim depends on it
	fullCuts   = 1 << 14 // states that are searched of one run for a claim
	mostDelays = 1 << 16 // events that are looked at for orders with one goroutine held back
)

// A Causal visits one schedule for each set of values that goroutines read. It is RV-CAUSAL, exploration by maximal causal models
// (Luo: Testing, runtime verification, and analysis of concurrent programs, PhD thesis, UIUC 2015, section 4.2). One run stands
// for all orders of its steps in which each step reads the same. After the run these are searched, without a
// solver, by cuts. A cut is how many steps each goroutine has made. Where the next step of a
// goroutine reads something else, the cut and this step are the first choices of another run.
//
// A Lock reads the unlock before it, a load of an atomic its store, and the end of a Wait the calls of Add. A receive
// reads its send. A send reads the receive that made room for it. Any other step reads all steps on its object so far.
//
// The strategy causal makes one run for each cut and value, unless a run was made that
// agrees with both. Then each run reads something that no other has read, and none is left out.
// The strategy causal-fast makes one for each read and value, as the thesis does. It
// leaves out combinations of reads. When it has no more, it goes on as causal, and claims nothing.
//
// Deviations from the thesis: no formula is solved, so R12 has nothing to prune. A cut at which
// no goroutine can go on is a schedule too, so deadlocks are found. See doc/design/080-exploration.md.
//
// The time after a run is that of the product of the lengths of its goroutines, up to fullCuts
// states. Beyond them the search looks at orders with one goroutine held back, and claims nothing.
type Causal struct {
	order.Order
	config   config.Config
	settings Settings
	fast     bool
	made     record
	Valued                   // now is the current run
	queued   map[uint64]bool // children that were found
	strays   bool            // this run did not meet the goroutines that it was given

	runs int
	done bool
	lost bool
}

// A child is a schedule that waits: its first choices, and the reads that a run must have
// to agree with it.
type child struct {
	ids   []uint32 // goroutines of the first steps
	cut   []int32  // node of each goroutine that has made a step
	kind  childKind
	node  int32 // before the read, or of the goroutine that makes another step
	value uint32
}

type childKind uint8

const (
	wantsAny   childKind = iota // the base schedule
	wantsValue                  // a read gets another value
	wantsMore                   // a goroutine goes on that a run has left behind
	wantsStop                   // no goroutine can go on
)

// New returns the search, of every value or of one schedule for each read, by its name.
func New(c config.Config) *Causal {
	s := &Causal{config: c, settings: config.SettingsOf[Settings](&c), runs: c.Runs, lost: c.Lost}
	s.fast = c.Strategy == "causal-fast" && !s.settings.Rest
	s.made.init()
	s.Valued, s.queued = config.PlaceOf[*Valued](&c).clone(), map[uint64]bool{}
	if c.Runs > 0 {
		s.done = s.now.kind == wantsAny
	}
	return s
}

// Begin begins a run.
func (s *Causal) Begin(int) {
	s.Reset()
	s.made.begin()
	s.strays = false
	if s.done {
		s.now = child{}
	}
}

// Next chooses the goroutine that is next.
func (s *Causal) Next(p *point.Point) int {
	r := s.Rank(p)
	s.made.point(p)
	k := -1
	if n := s.made.n; n < len(s.now.ids) && !s.strays {
		k = p.IndexOf(s.now.ids[n])
		s.strays = k < 0
	}
	rank := 0
	for k >= 0 && rank < r.N-1 && r.Index(rank) != k {
		rank++
	}
	i := s.Choose(p, r, rank)
	s.made.step(p.Enabled[i].ID, p.Fired)
	return i
}

// Ended is told what the last step has touched.
func (s *Causal) Ended(p *point.Point) { s.made.end(p) }

// End ends a run, and reports whether there is another one.
func (s *Causal) End(int) bool {
	if s.done { // the run was one too many
		return false
	}
	s.runs++
	if s.made.full || s.made.beside {
		s.lost = true
	}
	m := s.model()
	s.lost = s.lost || m.barred
	if s.tree.full() {
		s.lost, s.done, s.queue = true, true, nil
		return false
	}
	s.keep(m)
	if s.runs > 1 && !s.covered(&s.now) {
		s.strays = s.strays || !s.fast // whose deadlocks are guesses
		s.lost = true
	}
	s.search(m)
	if s.done = !s.settle(); s.done && s.fast {
		s.goesOn()
	}
	return !s.done
}

// model is that of the last run. When a channel with a buffer is no queue there, none is in any
// other run either: a read has to have one name in all runs. The search begins anew
// then, with this run.
func (s *Causal) model() *model {
	m := newModel(&s.made, &s.tree, s.settings, s.fast)
	if s.fast || s.settings.Plain || !m.mixes() {
		return m
	}
	s.settings.Plain = true
	return s.anew()
}

// anew forgets what the runs have read, and returns the model of the last one.
func (s *Causal) anew() *model {
	s.tree = tree{}
	s.tree.init()
	s.queue, s.now = nil, child{}
	clear(s.queued)
	clear(s.stops)
	return newModel(&s.made, &s.tree, s.settings, s.fast)
}

// goesOn lets a fast search that has no more go on with combinations of reads.
func (s *Causal) goesOn() {
	s.fast, s.lost, s.settings.Rest = false, true, true
	m := s.anew()
	s.keep(m)
	s.search(m)
	s.done = !s.settle()
}

// keep notes what the last run has read, and where no goroutine could go on.
func (s *Causal) keep(m *model) {
	run := m.leaves()
	if !s.tree.ran(run) {
		s.tree.runs = append(s.tree.runs, run)
	}
	if s.fast {
		s.tree.addReads(run, s.reads)
	}
	for _, h := range m.stopped {
		s.stops[h] = true
	}
}

// search finds the cuts at which a step of the run reads something else.
func (s *Causal) search(m *model) {
	f := finder{model: m, found: s.add}
	if s.fast && !m.values {
		s.guess(m)
	}
	if s.fast || s.lost {
		f.delays(len(s.now.ids))
		s.lost = !f.cuts(fastCuts) || s.lost
		return
	}
	if !f.cuts(fullCuts) {
		s.lost = true
		f.delays(len(s.now.ids))
	}
}

// guess looks for cuts at which no goroutine can go on, in any order of the locks. That what is read
// under the locks is the same then is a guess: the run shows it.
func (s *Causal) guess(m *model) {
	m.relaxed = true
	f := finder{model: m, found: func(m *model, f *found) {
		if f.kind == wantsStop {
			s.add(m, f)
		}
	}}
	f.cuts(fastCuts)
	m.relaxed = false
}

// add lets a child wait, unless it is known.
func (s *Causal) add(m *model, f *found) {
	key := s.key(m, f)
	if s.queued[key] || s.fast && s.known(m, f) {
		return
	}
	c := m.child(f)
	if s.covered(&c) {
		return
	}
	if len(s.queue) >= maxQueue {
		s.lost = true
		return
	}
	s.queued[key] = true
	if s.fast && c.kind == wantsValue {
		s.reads[s.tree.readOf(c.node, c.value)] = true
	}
	s.queue = append(s.queue, c)
}

// key tells children from each other: in fast by read and value alone.
func (s *Causal) key(m *model, f *found) uint64 {
	h := random.Mixed(uint64(f.kind)<<32 ^ uint64(f.value))
	if f.kind != wantsStop {
		h = random.Mixed(h ^ s.tree.nodes[f.node].hash)
	}
	switch {
	case !s.fast:
		h ^= m.hashAt(f.at.cut)
	case f.kind == wantsStop:
		h ^= m.waiting(f.at.cut)
	}
	return h
}

// known reports whether a run of fast has read that value, or is to.
func (s *Causal) known(m *model, f *found) bool {
	switch f.kind {
	case wantsValue:
		return s.reads[s.tree.readOf(f.node, f.value)]
	case wantsMore:
		return s.tree.nodes[f.node].parents
	}
	return false
}

// covered reports whether some run agrees with a child.
func (s *Causal) covered(c *child) bool {
	target := c.node
	switch c.kind {
	case wantsAny:
		return len(s.tree.runs) > 0
	case wantsStop:
		return s.stops[s.tree.hashOf(c.cut)]
	case wantsValue:
		if target = s.tree.find(c.node, c.value); target < 0 {
			return false
		}
	}
	for _, run := range s.tree.runs {
		if s.tree.agrees(run, c.cut) && s.tree.reaches(run, target, c.kind == wantsMore) {
			return true
		}
	}
	return false
}

// settle takes the next child, past those that were visited meanwhile. With a claim ahead that is
// the one found last, so that few wait. Else it is the one found first: the children of a run
// differ from it in one read, and theirs in two.
func (s *Causal) settle() bool {
	for len(s.queue) > 0 {
		at := 0
		if !s.fast && !s.lost {
			at = len(s.queue) - 1
		}
		s.now = s.queue[at]
		if s.queue[at] = (child{}); at == 0 {
			s.queue = s.queue[1:]
		} else {
			s.queue = s.queue[:at]
		}
		if !s.covered(&s.now) {
			return true
		}
	}
	s.now = child{}
	return false
}

// Diverged reports whether the run did not meet the points that its schedule was made for.
func (s *Causal) Diverged() bool { return s.strays }

// Complete reports whether each set of values was visited. With values of plain memory, what
// code keeps under a lock may be memory that no event tells.
func (s *Causal) Complete() bool { return s.done && !s.lost && !s.settings.Values }
