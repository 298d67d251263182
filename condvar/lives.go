package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Tests come one after the other, and the use that some made of an object of the
// whole program, such as a lock of the standard library, would hold all of them
// together in one trace program that is too large to search. So an object has a life
// for each test that uses it: a new one begins, in the state in which the last
// one left it, when a goroutine of another test comes to it and the tests that
// used it are over. When one of an earlier test comes again, the lives since then
// are one after all. A variable needs that more than others: no goroutine sees that
// the memory of an object without locks is another object's, and lives of one
// address are most often that.
//
// Locks have a life for each test even where tests overlap, since a lock that
// is free has no state: then orders in which goroutines of two tests compete for
// it are left out. Where something else holds the two together their
// lives are one again. A lock that is handed over has a single life.
//
// The tests are the nearest ones, subtests too. An event before all tests counts as
// a test that is over; other goroutines of no test are never over. A goroutine that a
// timer started belongs to the test whose object it uses first.

// An objectHistory has the events of an object, in all of its lives.
type objectHistory struct {
	lives   []objectLife
	count   int // of a WaitGroup its count, of a channel what is in it
	waiting int // goroutines in Wait
	buffer  bool
	closed  bool
	whole   bool // it has one life
	apart   bool // tests may overlap
}

// An objectLife is the part that some tests have in it.
type objectLife struct {
	obj   int
	tests []int
}

// live returns the index of an object as the test knows it: in the newest life,
// in an earlier one that goes on for it, or in a new one made by begin.
func (p *objectHistory) live(test int, over func(test int) bool, join func(a, b int), begin func() int) int {
	if at := p.find(test); at >= 0 {
		if p.apart {
			return p.lives[at].obj
		}
		for _, l := range p.lives[at+1:] {
			join(p.lives[at].obj, l.obj)
			p.lives[at].tests = append(p.lives[at].tests, l.tests...)
		}
		p.lives = p.lives[:at+1]
		return p.lives[at].obj
	}
	if n := len(p.lives); n > 0 && !p.ended(over) {
		p.lives[n-1].tests = append(p.lives[n-1].tests, test)
		return p.lives[n-1].obj
	}
	p.lives = append(p.lives, objectLife{begin(), []int{test}})
	return p.lives[len(p.lives)-1].obj
}

// ended reports whether the newest life is over.
func (p *objectHistory) ended(over func(test int) bool) bool {
	if p.whole || p.waiting > 0 || p.count < 0 {
		return false
	}
	return p.apart || !slices.ContainsFunc(p.lives[len(p.lives)-1].tests, func(t int) bool { return !over(t) })
}

// find is the life that a test has a part in, or -1.
func (p *objectHistory) find(test int) int {
	for i := len(p.lives) - 1; i >= 0; i-- {
		if slices.Contains(p.lives[i].tests, test) {
			return i
		}
	}
	return -1
}

// stay makes one life of all there are, and of all that are to come.
func (p *objectHistory) stay(join func(a, b int)) {
	for p.whole = true; len(p.lives) > 1; p.lives = p.lives[:len(p.lives)-1] {
		last := p.lives[len(p.lives)-1]
		join(p.lives[0].obj, last.obj)
		p.lives[0].tests = append(p.lives[0].tests, last.tests...)
	}
}

// The tests of goroutines that belong to none.
const (
	noTest     = -1 - iota
	beforeAll  // of main, before the first test
	notDecided // of a goroutine that a timer started; each has its own number, which is this one or less
)

// at is the goroutine of the next event. A step of the runtime is part of the
// lives that there are.
func (b *builder) at(e trace.Event) {
	b.test = notDecided
	if e.G != 0 {
		b.test = b.maker(e.G).test
	}
	b.before = b.before && e.Op != trace.OpTest
	if e.G == mainGoroutine && b.before && b.test == noTest {
		b.test = beforeAll
	}
	if b.test <= notDecided {
		b.decide(e)
	}
}

// decide gives a goroutine that a timer started to the test that used the object
// of the event last. Locks decide nothing: the whole program may use them.
func (b *builder) decide(e trace.Event) {
	switch e.Op.Info().Kind {
	case trace.KindCond, trace.KindWaitGroup, trace.KindChan:
	default:
		return
	}
	p := b.objs[e.Obj]
	if p == nil || len(p.lives) == 0 {
		return
	}
	tests := p.lives[len(p.lives)-1].tests
	if b.test = tests[len(tests)-1]; e.G != 0 {
		b.maker(e.G).test = b.test
	}
}

// over reports whether a test came to its end.
func (b *builder) over(test int) bool {
	if test < 0 {
		return test == beforeAll && !b.before
	}
	return b.makers[b.program.Threads[test].G].tested != 0
}

// note follows the state of an object.
func (b *builder) note(e trace.Event) {
	p := b.objs[e.Obj]
	if p == nil {
		return
	}
	switch e.Op {
	case trace.OpSent:
		p.count += asInt(p.buffer)
	case trace.OpReceived:
		p.count -= asInt(p.buffer)
	case trace.OpClose:
		p.closed = true
	case trace.OpWGAdd:
		p.count += int(int64(e.Arg))
	case trace.OpWait:
		p.waiting++
	case trace.OpWake:
		p.waiting--
	case trace.OpUnlock, trace.OpRUnlock:
		if e.Has(trace.FlagForeign) {
			p.apart = false
			p.stay(b.sameObject)
		}
	}
}

// sameObject says that two objects are lives of one object that were not apart.
func (b *builder) sameObject(first, later int) { b.oneObject.join(later, first) }

// sameVar is sameObject for variables. Where the later life does not begin with
// the value that the first one had last, something changed it unseen.
func (b *builder) sameVar(first, later int) {
	v, w := b.known[first], b.known[later]
	v.told = v.told || w.told
	v.bad = v.bad || w.bad || v.known && w.known && v.value != b.program.Vars[later].Start
	v.known, v.value = w.known, w.value
	b.oneVar.join(later, first)
}

// unite gives the lives that were not apart one number.
func (b *builder) unite() {
	objs, vars := make([]int, len(b.oneObject)), make([]int, len(b.oneVar))
	for i := range objs {
		objs[i] = b.oneObject.root(i)
	}
	for v := range vars {
		vars[v] = b.oneVar.root(v)
	}
	b.program.rename(objs, vars)
	for _, t := range b.program.Threads {
		walk(t.Body, func(s *Stmt) {
			for i, v := range s.renames {
				s.renames[i] = b.known[vars[v.index]]
			}
		})
	}
}

// rename gives objects and variables other numbers. Conditions that are not
// complete keep theirs: they are taken as they happened.
func (p *Program) rename(objs, vars []int) {
	n := len(p.Objects)
	to := make(map[int]int, n+len(vars))
	same := true
	for i, o := range objs {
		to[i], same = o, same && o == i
	}
	for i, v := range vars {
		to[n+i], same = v, same && v == i
	}
	if same {
		return
	}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			if s.Op != If && s.Op != Loop || s.bound {
				s.renumber(n, to, vars)
			}
		})
	}
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// oneLock unites the lives of a lock that came into one program.
func (p *Program) oneLock() {
	first := map[uint64]int{}
	to := make([]int, len(p.Objects))
	for i, o := range p.Objects {
		to[i] = i
		if o.Kind != trace.KindMutex && o.Kind != trace.KindRWMutex || o.ID == 0 {
			continue
		}
		if at, ok := first[o.ID]; ok {
			to[i] = at
		} else {
			first[o.ID] = i
		}
	}
	p.rename(to, identity(len(p.Vars)))
}
