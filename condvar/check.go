package condvar

import (
	"context"
	"errors"
	"slices"
	"time"
	"unsafe"
)

// Options bound a search. The zero value is the defaults.
type Options struct {
	MaxStates   int                  // states that are kept; 0 is DefaultStates
	MaxBytes    int                  // for them, approximately; 0 is DefaultBytes
	MaxTime     time.Duration        // 0 is none
	Clock       func() time.Duration // of MaxTime; nil is the time that passes
	Bound       int                  // preemptions at most, -1 or 0 for any number
	NoReduction bool                 // no partial-order reduction, and no symmetry: for comparison

	// Exact says that the threads are no recording: every other way that a goroutine can go is in another program.
	// So no operation is passed by, an end in which a goroutine would go another way is left out, and no turn is
	// looked for.
	Exact bool

	apart    bool // no symmetry
	anyTaker bool // of threads that are alike but for orders, not the first one alone takes a value
	recorded bool // goroutines of pools have the rounds that were recorded
}

// Defaults of Options.
const (
	DefaultStates = 2_000_000
	DefaultBytes  = 1 << 30
)

// stateBytes is about what a state costs besides its encoding.
const stateBytes = 72

// A Result has the findings of a search.
type Result struct {
	Deadlocks []*Deadlock
	Traces    int    // ends of the search in which goroutines are blocked
	States    int    // that were kept
	Steps     int    // that were made
	Bound     int    // every order with at most so many preemptions was looked at, up to the reduction; -1 for all orders
	Limit     string // which limit ended the search, "" when none did
}

// The limits, as a result names them.
const (
	LimitPreemptions = "the bound on preemptions"
	LimitStates      = "the bound on states"
	LimitBytes       = "the bound on memory"
	LimitTime        = "the bound on time"
	LimitInterrupt   = "an interrupt"
)

// A node is a state that was reached, and how.
type node struct {
	key    string
	parent int32
	thread int32 // that made the step from the parent
	choice int32
	cost   int32 // the level at which it is expanded, as long as it was not
}

// A search explores the states by the number of preemptions on the way, so that
// deadlocks with few preemptions come first. This is iterative context bounding
// (Musuvathi and Qadeer, PLDI 2007) as the order of a search that keeps its states.
type search struct {
	*reducer
	symmetry *symmetry // nil without one
	ctx      context.Context
	opt      Options
	ticks    uint   // steps since the clock was last looked at
	late     string // LimitTime or LimitInterrupt, once that is so
	result   *Result
	seen     map[string]int32
	nodes    []node
	levels   [][]int32 // nodes to expand, by preemptions
	arena    []byte
	canon    state // of symmetry
	bytes    int
	groups   map[string]*Deadlock
	begin    time.Duration // of the clock
}

// Check searches the interleavings of the program for deadlocks. Time and memory are
// linear in the number of states, which can be exponential in the number of threads.
// The limits of the options and the end of the context end the search. The result then
// names the limit, and has the deadlocks found until then.
func (p *Program) Check(ctx context.Context, opt Options) *Result {
	if opt.MaxStates == 0 {
		opt.MaxStates = DefaultStates
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = DefaultBytes
	}
	s := &search{
		ctx: ctx, reducer: newReducer(newMachine(p)), opt: opt, result: &Result{Bound: -1},
		seen: map[string]int32{}, groups: map[string]*Deadlock{},
	}
	if s.opt.Clock == nil {
		start := time.Now()
		s.opt.Clock = func() time.Duration { return time.Since(start) }
	}
	s.begin = s.opt.Clock()
	s.exact = opt.Exact
	if opt.recorded || opt.Exact {
		s.pools, s.poolOf = nil, make([]int, s.nt)
	}
	if opt.Exact || opt.anyTaker {
		s.receivers = nil
	}
	if !opt.NoReduction && !opt.apart {
		s.symmetry = newSymmetry(s.machine)
	}
	if s.symmetry != nil {
		s.canon = make(state, s.symmetry.numbers())
	}
	s.ended = s.isLate
	s.run()
	s.ended = nil // counterexamples are made whole
	s.result.States = len(s.nodes)
	if opt.Exact {
		for _, d := range s.result.Deadlocks {
			d.turn = -1
		}
	} else {
		s.turns()
	}
	for _, d := range s.result.Deadlocks {
		d.name(s.reducer)
		d.settleTurn()
	}
	return s.result
}

func (s *search) run() {
	first := s.start()
	s.settle(first, 0, nil)
	s.keep(first, node{parent: -1, thread: 0}, 0)
	cur := make(state, s.size)
	for level := 0; level < len(s.levels); level++ {
		if s.opt.Bound > 0 && level > s.opt.Bound {
			s.result.Limit, s.result.Bound = LimitPreemptions, s.opt.Bound
			return
		}
		for i := 0; i < len(s.levels[level]); i++ {
			if s.result.Limit = s.full(); s.result.Limit != "" {
				s.result.Bound = level - 1
				return
			}
			id := s.levels[level][i]
			if s.nodes[id].cost != int32(level) {
				continue // it was reached on a cheaper way, too
			}
			decode(unsafe.Slice(unsafe.StringData(s.nodes[id].key), len(s.nodes[id].key)), cur)
			s.expand(cur, id, level)
			if s.late != "" {
				s.result.Limit, s.result.Bound = s.late, level-1
				return
			}
		}
		s.levels[level] = nil
	}
}

func (s *search) full() string {
	s.tick()
	switch {
	case s.late != "":
		return s.late
	case len(s.nodes) >= s.opt.MaxStates:
		return LimitStates
	case s.bytes >= s.opt.MaxBytes:
		return LimitBytes
	}
	return ""
}

// tickEvery is how many steps are made between two looks at the clock.
const tickEvery = 64

// tick notes, once in a while, that the search has to end.
func (s *search) tick() {
	if s.ticks++; s.ticks%tickEvery != 0 || s.late != "" {
		return
	}
	switch {
	case errors.Is(context.Cause(s.ctx), context.DeadlineExceeded):
		s.late = LimitTime
	case s.ctx.Err() != nil:
		s.late = LimitInterrupt
	case s.opt.MaxTime > 0 && s.opt.Clock()-s.begin > s.opt.MaxTime:
		s.late = LimitTime
	}
}

// isLate counts a step and reports whether the search has to end.
func (s *search) isLate() bool {
	s.tick()
	return s.late != ""
}

// expand makes the steps of a state that are to be explored.
func (s *search) expand(cur state, id int32, level int) {
	last := int(s.nodes[id].thread)
	set := s.explore(cur, last, nil)
	if s.late != "" {
		return
	}
	if len(set) == 0 {
		s.terminal(cur, id)
		return
	}
	lastEnabled := s.choices(cur, last) > 0
	next := make(state, s.size)
	for _, t := range set {
		cost := level
		if t != last && lastEnabled {
			cost++
		}
		lucky := s.lucky(cur, t)
		ways := s.ways(cur, t, s.next(cur, t))
		for choice := range s.choices(cur, t) {
			copy(next, cur)
			s.result.Steps++
			s.step(next, t, choice)
			extra := s.settle(next, t, nil)
			if choice < ways && lucky || choice >= ways && ways > 0 {
				extra += luck
			}
			s.keep(next, node{parent: id, thread: int32(t), choice: int32(choice)}, cost+extra)
		}
	}
}

// luck is how many preemptions a lucky select is worth.
const luck = 4

// lucky reports whether a select takes the alternative it took in the recorded
// run although another one is ready: that is left to chance, so such orders
// come later.
func (s *search) lucky(cur state, t int) bool {
	in := s.next(cur, t)
	if in.op != mSelect || s.ways(cur, t, in) == 0 {
		return false
	}
	for _, c := range in.cases[1:] {
		if s.caseGoesOn(cur, t, c) && !s.passesBy(cur, t, true) {
			return true
		}
	}
	return false
}

// explore is which threads' steps are looked at in a state.
func (s *search) explore(cur state, last int, to []int) []int {
	if !s.opt.NoReduction {
		return s.persistent(cur, last, to)
	}
	to = to[:0]
	for t := range s.nt {
		if s.choices(cur, t) > 0 {
			to = append(to, t)
		}
	}
	return to
}

// settle makes the steps that need no choice, because they alone are a
// persistent set: their states are not kept. It calls visit before each, and
// returns what they add to the order in which states are looked at. When the
// search has to end it stops on the way; nothing is made of such a state.
func (s *search) settle(cur state, last int, visit func(t, choice int)) (cost int) {
	if s.opt.NoReduction {
		return 0
	}
	if visit != nil { // a way that is known is walked to its end
		ended := s.ended
		s.ended = nil
		defer func() { s.ended = ended }()
	}
	var buf [16]int
	for {
		set := s.persistent(cur, last, buf[:])
		if len(set) != 1 || s.choices(cur, set[0]) != 1 {
			return cost
		}
		if visit == nil {
			if s.tick(); s.late != "" {
				return cost
			}
		}
		if s.lucky(cur, set[0]) {
			cost += luck
		}
		if visit != nil {
			visit(set[0], 0)
		} else {
			s.result.Steps++
		}
		last = set[0]
		s.step(cur, last, 0)
	}
}

// keep stores a state unless it was reached before.
func (s *search) keep(cur state, n node, cost int) {
	var buf [512]byte
	b := s.identity(buf[:0], cur)
	n.cost = int32(cost)
	if id, ok := s.seen[string(b)]; ok {
		if old := &s.nodes[id]; n.cost < old.cost { // it was not expanded yet
			if n.key = old.key; s.symmetry != nil {
				n.key = s.store(encode(buf[:0], cur))
			}
			*old = n
			s.levels[cost] = append(s.levels[cost], id)
		}
		return
	}
	id := int32(len(s.nodes))
	n.key = s.store(b)
	s.seen[n.key] = id
	if s.symmetry != nil {
		n.key = s.store(encode(buf[:0], cur))
	}
	s.nodes = append(s.nodes, n)
	s.bytes += stateBytes
	for len(s.levels) <= cost {
		s.levels = append(s.levels, nil)
	}
	s.levels[cost] = append(s.levels[cost], id)
}

// identity writes what tells a state from others.
func (s *search) identity(b []byte, cur state) []byte {
	if s.symmetry == nil {
		return encode(b, cur)
	}
	s.symmetry.canonical(s.canon, cur)
	return encode(b, s.canon)
}

// store keeps bytes for the whole search.
func (s *search) store(b []byte) string {
	if len(s.arena)+len(b) > cap(s.arena) {
		s.arena = make([]byte, 0, max(min(1<<20, s.opt.MaxStates*stateBytes), len(b)))
	}
	s.arena = append(s.arena, b...)
	s.bytes += len(b)
	return unsafe.String(&s.arena[len(s.arena)-len(b)], len(b))
}

// path returns the steps from the start to a node.
func (s *search) path(id int32) (steps []step) {
	var ids []int32
	for ; id >= 0; id = s.nodes[id].parent {
		ids = append(ids, id)
	}
	slices.Reverse(ids)
	cur := s.start()
	visit := func(t, choice int) { steps = append(steps, step{t, s.way(cur, t, choice), int(cur[t])}) }
	s.settle(cur, 0, visit)
	for _, id := range ids[1:] {
		n := s.nodes[id]
		t := int(n.thread)
		visit(t, int(n.choice))
		s.step(cur, t, int(n.choice))
		s.settle(cur, t, visit)
	}
	return steps
}

// A step is one transition of a counterexample: a thread at a place of its code, and
// its choice there.
type step struct {
	thread int
	transition
	pc int
}
