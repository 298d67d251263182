package lockfacts

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxWalks bounds how often one of the functions that call each other is walked.
// Summaries mostly grow, so that few are walked more than three times.
const maxWalks = 12

// fixpoint walks functions that call each other until nothing that callers find out changes.
func (a *analyzer) fixpoint(scc []*ssa.Function) {
	l := a.newWorklist(scc)
	for i := l.next(); i >= 0; i = l.next() {
		if a.stopped() {
			return
		}
		if l.walks[i] == maxWalks {
			a.reached("maxWalks", maxWalks)
			continue
		}
		changed := a.walksAnew(scc[i])
		l.walked(i, a.own[l.keys[i]], changed)
	}
}

// walksAnew walks a function, and reports whether callers find out something else than before.
func (a *analyzer) walksAnew(fn *ssa.Function) bool {
	key := a.key(fn)
	old := a.own[key]
	f := a.walk(fn)
	a.own[key] = f
	a.noteClears(f)
	if old == nil {
		return !f.Summary.empty() || f.Summary.left != nil
	}
	delete(a.leftBy, old.Summary)
	return old.Summary.told() != f.Summary.told()
}

// A worklist is those of some functions that are still to be walked. They are numbered in the order in
// which they are walked, callees first.
type worklist struct {
	keys    []string
	index   map[string]int // of a key
	users   []nodes        // of each function: who says what it does
	pending nodes
	at      int
	walks   []int
}

// newWorklist has all of the functions pending.
func (a *analyzer) newWorklist(scc []*ssa.Function) *worklist {
	l := &worklist{keys: make([]string, len(scc)), index: map[string]int{}, users: make([]nodes, len(scc)), walks: make([]int, len(scc))}
	for i, fn := range scc {
		l.keys[i] = a.key(fn)
		l.index[l.keys[i]] = i
		l.pending = l.pending.with(i)
	}
	for i, fn := range scc {
		for _, m := range a.mentions(fn) {
			l.use(i, a.key(m))
		}
	}
	return l
}

// use notes that a function says what another one does.
func (l *worklist) use(user int, callee string) {
	if i, ok := l.index[callee]; ok {
		l.users[i] = l.users[i].with(user)
	}
}

// next takes the first pending function behind the last one, around to the start, or returns -1.
func (l *worklist) next() int {
	for range 2 {
		for ; l.at < len(l.keys); l.at++ {
			if l.pending.has(l.at) {
				l.pending.remove(l.at)
				return l.at
			}
		}
		l.at = 0
	}
	return -1
}

// walked notes whom the walk of a function came to, and whether its users have to be walked again.
func (l *worklist) walked(i int, f *Func, changed bool) {
	l.walks[i]++
	for _, c := range f.calls {
		l.use(i, c.callee)
	}
	for _, s := range f.starts {
		l.use(i, s.callee)
	}
	if changed {
		l.pending.addAll(l.users[i])
	}
}

// order returns the functions of the package, callees before callers, those
// that call each other together (Tarjan's algorithm). Among these as well a function
// comes behind what it calls, as far as that can be: what is found out goes along a
// chain of calls in one round then, and takes a further one only where it closes.
func (a *analyzer) order() [][]*ssa.Function {
	t := tarjan{a: a, index: map[*ssa.Function]int{}, low: map[*ssa.Function]int{}, left: map[*ssa.Function]int{}, on: map[*ssa.Function]bool{}}
	for _, fn := range a.ssa.Funcs {
		if t.index[fn] == 0 {
			t.visit(fn)
		}
	}
	return t.out
}

type tarjan struct {
	a          *analyzer
	n          int
	index, low map[*ssa.Function]int
	left       map[*ssa.Function]int // in which order they were done with
	on         map[*ssa.Function]bool
	stack      []*ssa.Function
	out        [][]*ssa.Function
}

func (t *tarjan) visit(fn *ssa.Function) {
	t.n++
	t.index[fn], t.low[fn] = t.n, t.n
	t.stack = append(t.stack, fn)
	t.on[fn] = true
	for _, callee := range t.a.mentions(fn) {
		t.a.mentioned[callee] = true
		if t.index[callee] == 0 {
			t.visit(callee)
			t.low[fn] = min(t.low[fn], t.low[callee])
		} else if t.on[callee] {
			t.low[fn] = min(t.low[fn], t.index[callee])
		}
	}
	t.left[fn] = len(t.left)
	if t.low[fn] != t.index[fn] {
		return
	}
	i := slices.Index(t.stack, fn)
	scc := slices.Clone(t.stack[i:])
	for _, f := range scc {
		t.on[f] = false
	}
	t.stack = t.stack[:i]
	slices.SortFunc(scc, func(a, b *ssa.Function) int { return cmp.Compare(t.left[a], t.left[b]) })
	t.out = append(t.out, scc)
}
