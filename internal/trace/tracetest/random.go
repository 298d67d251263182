package tracetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Options bound a random trace. A zero field means the default after it.
type Options struct {
	Threads int  // 4: goroutines, the first included
	Locks   int  // 4: Mutexes
	RWLocks int  // 0: RWMutexes
	Events  int  // 100: about; held locks are released after that
	MaxHeld int  // 3: locks that one goroutine holds at a time
	Sites   int  // 6: call sites of acquisitions
	Joins   bool // goroutines are waited for, through WaitGroups
	Tries   bool // some acquisitions are TryLocks, and some fail
	Blocks  bool // some acquisitions have to wait: a request comes before them
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.Threads, 4}, {&o.Events, 100}, {&o.MaxHeld, 3}, {&o.Sites, 6}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if o.Locks == 0 && o.RWLocks == 0 {
		o.Locks = 4
	}
	return o
}

// Random simulates a program that does not deadlock, and returns its trace:
// complete, well-formed, and a function of the state of rng. Mutexes are at
// Addr(0), ...; RWMutexes follow, then a WaitGroup for each goroutine.
func Random(rng *rand.Rand, o Options) *trace.Trace {
	s := newSimulation(rng, o.withDefaults())
	for s.step() {
	}
	return s.t
}

// A simulation is a program in the middle of its run.
type simulation struct {
	Options
	rng     *rand.Rand
	t       *trace.Trace
	threads []*thread
	locks   []*lock
}

type thread struct {
	id      int // the goroutine is id+1
	parent  *thread
	started bool
	exited  bool
	held    []held
	want    *held   // the lock it is blocked on
	join    *thread // the thread it waits for
}

type held struct {
	lock *lock
	read bool
}

type lock struct {
	id      int
	rw      bool
	owner   *thread
	readers []*thread
}

func newSimulation(rng *rand.Rand, o Options) *simulation {
	s := &simulation{Options: o, rng: rng, t: trace.New()}
	for i := range o.Threads {
		s.threads = append(s.threads, &thread{id: i})
	}
	for i := range o.Locks + o.RWLocks {
		s.locks = append(s.locks, &lock{id: i, rw: i >= o.Locks})
	}
	for i := range o.Sites {
		s.t.Stacks[trace.StackID(i+1)] = []trace.Frame{
			{Func: fmt.Sprintf("f%d", i/2), File: "t.go", Line: 10 + i},
			{Func: "main.main", File: "t.go", Line: 100 + i%2},
		}
	}
	s.threads[0].started = true
	return s
}

// step lets one thread that can go on do something; it returns false when all
// are done. That no goroutine can go on does not happen: a thread waits only when
// no goroutine it waits for waits for it.
func (s *simulation) step() bool {
	var ready []*thread
	for _, t := range s.threads {
		if t.started && !t.exited && s.canGoOn(t) {
			ready = append(ready, t)
		}
	}
	if len(ready) == 0 {
		return false
	}
	s.act(ready[s.rng.IntN(len(ready))])
	return true
}

func (s *simulation) canGoOn(t *thread) bool {
	return (t.want == nil || s.free(t, *t.want)) && (t.join == nil || t.join.exited)
}

// free reports whether t can have the lock at once.
func (s *simulation) free(t *thread, h held) bool {
	return len(s.blockers(t, h)) == 0
}

// blockers are the threads that keep t from having the lock. A writer that
// waits keeps readers out.
func (s *simulation) blockers(t *thread, h held) []*thread {
	var by []*thread
	if h.lock.owner != nil {
		by = append(by, h.lock.owner)
	}
	if !h.read {
		return append(by, h.lock.readers...)
	}
	for _, other := range s.threads {
		if w := other.want; other != t && w != nil && w.lock == h.lock && !w.read {
			by = append(by, other)
		}
	}
	return by
}

// wouldDeadlock reports whether one of by waits for t, directly or not.
func (s *simulation) wouldDeadlock(t *thread, by []*thread) bool {
	seen := map[*thread]bool{}
	for len(by) > 0 {
		b := by[len(by)-1]
		by = by[:len(by)-1]
		if b == t {
			return true
		}
		if seen[b] {
			continue
		}
		seen[b] = true
		if b.want != nil {
			by = append(by, s.blockers(b, *b.want)...)
		}
		if b.join != nil && !b.join.exited {
			by = append(by, b.join)
		}
	}
	return false
}

func (s *simulation) act(t *thread) {
	switch {
	case t.want != nil:
		h := *t.want
		t.want = nil
		s.acquire(t, h, 0)
	case t.join != nil:
		s.emit(t, trace.OpWGDone, s.done(t.join), 0, 0)
		t.join = nil
	case len(s.t.Events) >= s.Events:
		s.finish(t)
	default:
		s.choose(t)
	}
}

// choose does nothing when what it chose is impossible: others will act.
func (s *simulation) choose(t *thread) {
	switch n := s.rng.IntN(100); {
	case n < 8:
		s.spawn(t)
	case n < 12 && s.Joins:
		s.wait(t, s.threads[s.rng.IntN(len(s.threads))])
	case n < 14 && t.id > 0 && len(t.held) == 0:
		s.exit(t)
	case n < 60 && len(t.held) < s.MaxHeld:
		s.want(t)
	case len(t.held) > 0:
		s.release(t)
	default:
		s.want(t)
	}
}

func (s *simulation) spawn(t *thread) {
	for _, child := range s.threads {
		if child.started {
			continue
		}
		child.started, child.parent = true, t
		if s.Joins {
			s.emit(t, trace.OpWGAdd, s.done(child), 1, 0)
		}
		s.emit(t, trace.OpGo, uint64(child.id+1), s.site(), 0)
		return
	}
}

func (s *simulation) wait(t, child *thread) {
	if child.parent != t || s.wouldDeadlock(t, []*thread{child}) || !child.exited && !s.Blocks {
		return
	}
	s.emit(t, trace.OpWGWait, s.done(child), s.site(), 0)
	t.join = child
}

// want acquires a lock, asks for it, or tries in vain.
func (s *simulation) want(t *thread) {
	l := s.locks[s.rng.IntN(len(s.locks))]
	h := held{lock: l, read: l.rw && s.rng.IntN(3) > 0}
	if l.owner == t {
		return
	}
	by := s.blockers(t, h)
	try := s.Tries && s.rng.IntN(4) == 0
	switch {
	case len(by) == 0 && try:
		s.acquire(t, h, trace.FlagTry)
	case len(by) == 0:
		s.acquire(t, h, 0)
	case try:
		s.emit(t, trace.OpTryFail, Addr(l.id), s.site(), h.flags())
	case s.Blocks:
		s.request(t, h, by)
	}
}

// request blocks t, unless that would never end. Whether it would is asked
// when t wants the lock already: then readers that wait, wait for t, too.
func (s *simulation) request(t *thread, h held, by []*thread) {
	t.want = &h
	if s.wouldDeadlock(t, by) {
		t.want = nil
		return
	}
	s.emit(t, h.op(trace.OpRequest, trace.OpRRequest), Addr(h.lock.id), s.site(), h.flags())
}

func (h held) op(exclusive, shared trace.Op) trace.Op {
	if h.read {
		return shared
	}
	return exclusive
}

func (h held) flags() uint8 {
	switch {
	case h.read:
		return trace.FlagRW | trace.FlagRead
	case h.lock.rw:
		return trace.FlagRW
	}
	return 0
}

func (s *simulation) acquire(t *thread, h held, flag uint8) {
	if h.read {
		h.lock.readers = append(h.lock.readers, t)
	} else {
		h.lock.owner = t
	}
	t.held = append(t.held, h)
	s.emit(t, h.op(trace.OpLock, trace.OpRLock), Addr(h.lock.id), s.site(), flag|h.flags())
}

// release lets go of the newest lock, mostly.
func (s *simulation) release(t *thread) {
	i := len(t.held) - 1
	if s.rng.IntN(8) == 0 {
		i = s.rng.IntN(len(t.held))
	}
	h := t.held[i]
	t.held = append(t.held[:i], t.held[i+1:]...)
	if h.read {
		h.lock.readers = without(h.lock.readers, t)
	} else {
		h.lock.owner = nil
	}
	s.emit(t, h.op(trace.OpUnlock, trace.OpRUnlock), Addr(h.lock.id), 0, h.flags())
}

// without removes one t.
func without(readers []*thread, t *thread) []*thread {
	for i, r := range readers {
		if r == t {
			return append(readers[:i:i], readers[i+1:]...)
		}
	}
	return readers
}

// finish brings t to its end.
func (s *simulation) finish(t *thread) {
	if len(t.held) > 0 {
		s.release(t)
		return
	}
	if s.Joins {
		for _, child := range s.threads {
			if child.parent == t && s.rng.IntN(2) == 0 {
				s.wait(t, child)
				child.parent = nil
				return
			}
		}
	}
	if t.id > 0 || s.alone() {
		s.exit(t)
	}
}

// alone reports whether only the first thread is left: it ends the program.
func (s *simulation) alone() bool {
	for _, t := range s.threads[1:] {
		if t.started && !t.exited {
			return false
		}
	}
	return true
}

func (s *simulation) exit(t *thread) {
	if s.Joins && t.id > 0 {
		s.emit(t, trace.OpWGAdd, s.done(t), ^uint64(0), 0)
	}
	s.emit(t, trace.OpExit, 0, 0, 0)
	t.exited = true
}

// done is the WaitGroup that counts the thread.
func (s *simulation) done(t *thread) uint64 { return Addr(len(s.locks) + t.id) }

func (s *simulation) site() uint64 { return uint64(1 + s.rng.IntN(s.Sites)) }

func (s *simulation) emit(t *thread, op trace.Op, obj, arg uint64, flag uint8) {
	s.t.Events = append(s.t.Events, trace.Event{
		Seq: uint64(len(s.t.Events) + 1), G: trace.G(t.id + 1), Op: op, Obj: obj, Arg: arg, Flag: flag,
	})
}
