package lockfacts

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// A package resolves the unresolved calls of those below it again: it may know targets that no package below it knows. But an
// import has done so as well, and hands on its result. Where nothing that a call may come to has
// more targets here than there, or more ways back, there is nothing else to find. In a program of
// many packages that is so for nearly all calls of all packages but one.

// maxImportsCompared is to how many imports, those that know the most first, what is known here is compared.
const maxImportsCompared = 4

// unresolved returns the unresolved calls of which the imports do not know all that is known here.
func (a *analyzer) unresolved() []*PendingCall {
	reached := newCallTree(a)
	for _, p := range a.known.PendingCalls {
		reached.comeTo(p.Event.Dynamic)
	}
	facts := slices.Clone(a.known.imports.facts)
	slices.SortStableFunc(facts, func(x, y map[*layer]bool) int { return cmp.Compare(len(y), len(x)) })
	resolved := map[*PendingCall]bool{}
	for _, set := range facts[:min(len(facts), maxImportsCompared)] {
		n := a.newerThan(set)
		further := reached.further(n)
		for l := range set {
			for _, p := range l.PendingCalls {
				resolved[p] = resolved[p] || !further(p.Event.Dynamic)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(a.known.PendingCalls), func(p *PendingCall) bool { return resolved[p] })
}

// A newer is the knowledge here that one import lacks.
type newer struct {
	a      *analyzer
	impls  *implementers
	stores map[string]bool // classes of function variables
	backs  []string        // selectors of fields that lead back to an owner
	selfs  map[string]bool // classes of fields that hold the object that they are part of
	calls  map[string]bool // unresolved calls, see leads
}

func (a *analyzer) newerThan(set map[*layer]bool) *newer {
	c := newContent()
	c.Ifaces = a.known.Ifaces
	n := &newer{a: a, stores: map[string]bool{}, selfs: map[string]bool{}, calls: map[string]bool{}}
	for _, layers := range a.known.layers {
		for _, l := range layers {
			if !set[l] {
				n.add(l, &c)
			}
		}
	}
	for l := range set {
		for name := range l.Implementations {
			delete(c.Implementations, name)
		}
	}
	n.impls = newImplementers(&c)
	return n
}

// add notes what a layer has that the import does not know; the types that it converts are put into c.
func (n *newer) add(l *layer, c *content) {
	for name, impl := range l.Implementations {
		c.Implementations[name] = impl
	}
	for class := range l.Stores {
		n.stores[class] = true
	}
	for class, v := range l.Selfs {
		n.selfs[class] = n.selfs[class] || v == selfOnly
	}
	for pair, to := range l.Owners {
		if _, back, _ := strings.Cut(pair, " "); strings.HasPrefix(to, selfOnly) {
			n.backs = append(n.backs, back)
		}
	}
}

// leads reports whether an unresolved call itself has more targets here, or another object.
func (n *newer) leads(d *DynamicCall) bool {
	if n.selfs[d.Field] || n.leadsBack(d.Recv.Path) || slices.ContainsFunc(d.Args, func(arg Arg) bool { return n.leadsBack(arg.Path.Path) }) {
		return true
	}
	if slices.ContainsFunc(d.Args, func(arg Arg) bool { return arg.Slot != "" && n.stores["F:"+arg.Slot] }) {
		return true
	}
	if strings.HasPrefix(d.Key, "F:") {
		return n.stores[d.Key]
	}
	if !strings.HasPrefix(d.Key, "I:") {
		return false
	}
	more, known := n.calls[d.Key]
	if !known {
		more = len(n.impls.targets(nil, d.Key)) > 0 && len(n.a.targets(d.Key)) > 0
		n.calls[d.Key] = more
	}
	return more
}

func (n *newer) leadsBack(path string) bool {
	return slices.ContainsFunc(n.backs, func(back string) bool { return strings.Contains(path, back) })
}

// A callTree has the functions that unresolved calls come to.
type callTree struct {
	a     *analyzer
	funcs map[string]*reachedFunc
}

type reachedFunc struct {
	sum  *Summary
	from []string // functions whose unresolved calls come to it
}

func newCallTree(a *analyzer) *callTree { return &callTree{a, map[string]*reachedFunc{}} }

// comeTo adds what an unresolved call comes to.
func (t *callTree) comeTo(d *DynamicCall) {
	todo := t.enter(nil, "", d)
	for len(todo) > 0 {
		key := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for d := range t.funcs[key].calls() {
			todo = t.enter(todo, key, d)
		}
	}
}

// enter adds the functions that an unresolved call may call at once, and returns those that are new as well.
func (t *callTree) enter(todo []string, from string, d *DynamicCall) []string {
	for _, key := range t.a.calledBy(d) {
		f := t.funcs[key]
		if f == nil {
			f = &reachedFunc{sum: t.a.known.summary(key)}
			t.funcs[key] = f
			todo = append(todo, key)
		}
		if from != "" && (len(f.from) == 0 || f.from[len(f.from)-1] != from) {
			f.from = append(f.from, from)
		}
	}
	return todo
}

// calls are the unresolved calls that a function makes before it returns.
func (f *reachedFunc) calls() iter.Seq[*DynamicCall] {
	return func(yield func(*DynamicCall) bool) {
		if f.sum == nil {
			return
		}
		for i := range f.sum.Events {
			if ev := &f.sum.Events[i]; ev.Dynamic != nil && ev.Async == "" && !yield(ev.Dynamic) {
				return
			}
		}
	}
}

// calledBy are the functions that an unresolved call may call: its targets, and the functions that it passes.
func (a *analyzer) calledBy(d *DynamicCall) []string {
	var list []string
	if d.Key != "" && d.Key != "F:" {
		for _, t := range a.targets(d.Key) {
			list = append(list, t.key)
		}
	}
	if d.target != nil {
		list = withFuncs(list, Arg{Fn: d.target}, 0)
	}
	for _, arg := range d.Args {
		if list = withFuncs(list, arg, 0); arg.Slot != "" {
			for _, t := range a.targets("F:" + arg.Slot) {
				list = append(list, t.key)
			}
		}
	}
	return list
}

// withFuncs adds the functions in an argument.
func withFuncs(list []string, arg Arg, depth int) []string {
	if arg.Fn == nil || depth > maxNesting {
		return list
	}
	list = append(list, arg.Fn.Name)
	if arg.Fn.Recv != nil {
		list = withFuncs(list, *arg.Fn.Recv, depth+1)
	}
	for _, free := range arg.Fn.FreeVars {
		list = withFuncs(list, free, depth+1)
	}
	return list
}

// further returns who reports whether an unresolved call leads further than an import knows, itself or after what it calls.
func (t *callTree) further(n *newer) func(*DynamicCall) bool {
	far := map[string]bool{}
	var todo []string
	for key, f := range t.funcs {
		if f.isNewer(n) {
			far[key] = true
			todo = append(todo, key)
		}
	}
	for len(todo) > 0 {
		key := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, from := range t.funcs[key].from {
			if !far[from] {
				far[from] = true
				todo = append(todo, from)
			}
		}
	}
	return func(d *DynamicCall) bool {
		return n.leads(d) || slices.ContainsFunc(t.a.calledBy(d), func(key string) bool { return far[key] })
	}
}

// isNewer reports whether a function itself does something of which more is known here.
func (f *reachedFunc) isNewer(n *newer) bool {
	if f.sum == nil {
		return false
	}
	return slices.ContainsFunc(f.sum.Events, func(ev Event) bool {
		return ev.Async == "" && (ev.Dynamic != nil && n.leads(ev.Dynamic) || n.leadsBack(ev.Obj.Path) ||
			slices.ContainsFunc(ev.Held, func(h HeldLock) bool { return n.leadsBack(h.Lock.Path) }))
	})
}
