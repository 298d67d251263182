package condvar

import (
	"iter"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A matching says which threads, objects and variables of two recordings of one test are the
// same. Nothing that lasts from run to run names them, but for the places of statements: what
// two threads do at one place, for the same time, is done to the same object.
type matching struct {
	p, q    *Program
	threads map[int]int // of q to p, and so on
	objs    map[int]int
	vars    map[int]int
	ends    bool            // a thread that was blocked when the recording of q ended is one to predict
	taken   [3]map[int]bool // threads, objects and variables of p that are paired with one of q
}

// match begins at the threads that are known to be the same, of q to p.
func match(p, q *Program, roots map[int]int) *matching {
	m := &matching{p: p, q: q, threads: map[int]int{}, objs: map[int]int{}, vars: map[int]int{}}
	for i := range m.taken {
		m.taken[i] = map[int]bool{}
	}
	for t := range q.Threads {
		if to, ok := roots[t]; ok {
			threadPair(m.threads, m.taken[0], t, to)
		}
	}
	m.started()
	m.each(m.beginnings)
	m.each(m.places)
	m.made()
	m.named()
	return m
}

// threadPair notes that two threads are the same, unless either already has another partner.
func threadPair(to map[int]int, taken map[int]bool, of, is int) {
	if _, ok := to[of]; !ok && !taken[is] {
		to[of], taken[is] = is, true
	}
}

// A spot is a place, and how many times the thread has come to it.
type spot struct {
	site  uint64
	count int
	label string
}

func (s *Stmt) spot() spot { return spot{s.Source.Site, s.Source.Count, s.Source.Label} }

// started pairs the threads that were started by the same threads at the same place.
func (m *matching) started() {
	for more := true; more; {
		more = false
		m.each(func(a, b []*Stmt) {
			at := map[spot]int{}
			for _, s := range a {
				if s.Op == Go {
					at[s.spot()] = int(s.Arg)
				}
			}
			for _, s := range b {
				if to, ok := at[s.spot()]; ok && s.Op == Go {
					before := len(m.threads)
					threadPair(m.threads, m.taken[0], int(s.Arg), to)
					more = more || len(m.threads) > before
				}
			}
		})
	}
}

// each calls f for the statements of each pair of threads, of p and of q.
func (m *matching) each(f func(a, b []*Stmt)) {
	for t := range m.q.Threads {
		if to, ok := m.threads[t]; ok {
			f(flatten(m.p.Threads[to].Body), flatten(m.q.Threads[t].Body))
		}
	}
}

// flatten lists statements with those inside of them.
func flatten(list []*Stmt) (all []*Stmt) {
	walk(list, func(s *Stmt) { all = append(all, s) })
	return all
}

// beginnings pairs what two threads use as long as they do the same.
func (m *matching) beginnings(a, b []*Stmt) {
	a, b = flow(a), flow(b)
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i].Op != b[i].Op || a[i].spot() != b[i].spot() {
			m.use(a[i], b[i])
			return
		}
		m.use(a[i], b[i])
	}
}

// flow is the statements that tell two control flows apart: neither orders nor locks do, of which a part
// was dropped.
func flow(list []*Stmt) []*Stmt {
	return slices.DeleteFunc(slices.Clone(list), func(s *Stmt) bool {
		return s.isLock() || s.Op == Order || s.Op == Rest || s.Source.Site == 0 && s.Source.Label == ""
	})
}

// places pairs what two threads use at the same place.
func (m *matching) places(a, b []*Stmt) {
	at := map[spot]*Stmt{}
	for _, s := range a {
		at[s.spot()] = s
	}
	for _, s := range b {
		if o := at[s.spot()]; o != nil && s.spot() != (spot{}) {
			m.use(o, s)
		}
	}
}

// use pairs what two statements at one place are about.
func (m *matching) use(a, b *Stmt) {
	switch {
	case a.spot() != b.spot():
	case len(a.Channels()) > 0 && len(b.Channels()) > 0:
		m.alternatives(a, b)
	case a.Op != b.Op || a.silent():
	case a.writes():
		m.variable(b.Obj, a.Obj)
	case a.Op == If || a.Op == Loop:
		m.condition(a.Cond, b.Cond)
	default:
		m.object(b.Obj, a.Obj)
		if a.Op == Wait && a.Lock2 >= 0 && b.Lock2 >= 0 {
			m.object(b.Lock2, a.Lock2)
		}
		if a.Op == Wait && a.NoMissedSignal && b.NoMissedSignal {
			m.variable(int(b.Arg), int(a.Arg))
		}
	}
}

// object pairs two objects that look alike.
func (m *matching) object(of, is int) {
	if a, b := &m.q.Objects[of], &m.p.Objects[is]; a.alike(b) {
		threadPair(m.objs, m.taken[1], of, is)
	}
}

// variable pairs two variables of one name.
func (m *matching) variable(of, is int) {
	if m.q.Vars[of].Name == m.p.Vars[is].Name {
		threadPair(m.vars, m.taken[2], of, is)
	}
}

// alike reports whether two objects may be the same one in two runs.
func (o *Object) alike(b *Object) bool { return o.likeness() == b.likeness() }

// A likeness is all that two objects have in common that may be the same one in two runs.
type likeness struct {
	kind     trace.Kind
	capacity int
	timer    bool
	name     string
}

func (o *Object) likeness() likeness { return likeness{o.Kind, o.Capacity, o.Timer, o.Name} }

// alternatives pairs the channels of a select with those of the same one in another run. The
// recorded alternative comes first, so that the order says nothing where another one was
// recorded: then an object is known by its look, and by its place where several look alike.
func (m *matching) alternatives(a, b *Stmt) {
	as, bs := a.choices(), b.choices()
	if len(as) != len(bs) {
		return
	}
	for i, c := range bs {
		var like []Case
		for _, o := range as {
			if o.Send == c.Send && !m.taken[1][o.Chan] && m.q.Objects[c.Chan].alike(&m.p.Objects[o.Chan]) {
				like = append(like, o)
			}
		}
		if len(like) == 1 {
			m.object(c.Chan, like[0].Chan)
		} else if slices.Contains(like, as[i]) {
			m.object(c.Chan, as[i].Chan)
		}
	}
}

// condition pairs the variables of a condition.
func (m *matching) condition(a, b *Expr) {
	var as, bs []int
	a.vars(func(v int) { as = append(as, v) })
	b.vars(func(v int) { bs = append(bs, v) })
	if len(as) != len(bs) {
		return
	}
	for i := range as {
		m.variable(bs[i], as[i])
	}
}

// named pairs objects, and variables, that are the only ones of their name on both sides. It takes linear time: programs have
// thousands of objects, and are matched with each other.
func (m *matching) named() {
	name := func(v Var) string { return v.Name }
	for of, is := range onlyOnes(m.q.Vars, m.p.Vars, name) {
		m.variable(of, is)
	}
	for of, is := range onlyOnes(m.q.Objects, m.p.Objects, func(o Object) likeness { return o.likeness() }) {
		if o := &m.q.Objects[of]; o.Name != "" && !o.Timer {
			m.object(of, is)
		}
	}
}

// onlyOnes are the pairs of indexes of two lists, in the order of the first, whose items are the only ones with their key.
func onlyOnes[T any, K comparable](first, second []T, key func(T) K) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		is, there := uniqueIndexes(first, key), uniqueIndexes(second, key)
		for i := range first {
			k := key(first[i])
			if j, ok := there[k]; ok && j >= 0 && is[k] == i && !yield(i, j) {
				return
			}
		}
	}
}

// uniqueIndexes is the index of the only item with a key, -1 for several.
func uniqueIndexes[T any, K comparable](list []T, key func(T) K) map[K]int {
	index := make(map[K]int, len(list))
	for i := range list {
		k := key(list[i])
		if _, several := index[k]; several {
			index[k] = -1
		} else {
			index[k] = i
		}
	}
	return index
}

// unsure reports whether an object or variable of q may be one of p, and it is not known which.
func (m *matching) unsure(row int) bool {
	if n := len(m.q.Objects); row >= n {
		for v := range m.p.Vars {
			if !m.taken[2][v] && m.p.Vars[v].Name == m.q.Vars[row-n].Name {
				return true
			}
		}
		return false
	}
	for o := range m.p.Objects {
		if !m.taken[1][o] && m.q.Objects[row].alike(&m.p.Objects[o]) && !m.p.Objects[o].Timer {
			return true
		}
	}
	return false
}
