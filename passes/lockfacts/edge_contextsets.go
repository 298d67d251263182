package lockfacts

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A contextSets is the thread contexts of each function, by key. They have numbers, in the order of
// their names, so that sets of them are bits.
type contextSets struct {
	names  []string
	number map[string]int
	many   nodes // those that are several goroutines
	of     map[string]nodes
	own    map[string]string // functions that run in one alone, for all callers
}

// newContextSets knows all thread contexts that there can be.
func newContextSets(funcs []*Func, own map[string]string) *contextSets {
	r := &contextSets{names: []string{contextAny, contextMain}, number: map[string]int{}, of: map[string]nodes{}, own: own}
	for _, f := range funcs {
		for _, s := range f.starts {
			r.names = append(r.names, "go "+s.pos, "go "+s.pos+contextAny)
		}
	}
	r.names = slices.AppendSeq(r.names, maps.Values(own))
	slices.Sort(r.names)
	r.names = slices.Compact(r.names)
	r.many = r.none()
	for i, name := range r.names {
		r.number[name] = i
		if isMany(name) {
			r.many.add(i)
		}
	}
	for key, context := range own {
		r.set(key).add(r.number[context])
	}
	return r
}

func (r *contextSets) none() nodes { return make(nodes, (len(r.names)+63)/64) }

// set is the thread contexts of a function, to be added to.
func (r *contextSets) set(key string) nodes {
	if r.of[key] == nil {
		r.of[key] = r.none()
	}
	return r.of[key]
}

func (r *contextSets) add(key, context string) {
	if r.own[key] == "" {
		r.set(key).add(r.number[context])
	}
}

// list is the thread contexts of a function by name, sorted.
func (r *contextSets) list(key string) []string {
	var list []string
	set := r.of[key]
	for i, name := range r.names {
		if set != nil && set.has(i) {
			list = append(list, name)
		}
	}
	return list
}

// spread lets what is called and started run where its callers do, until nothing changes.
func (r *contextSets) spread(funcs []*Func) {
	called := make([][]string, len(funcs))
	for i, f := range funcs {
		for _, c := range f.calls {
			called[i] = append(called[i], c.callee)
		}
		called[i] = append(called[i], deferred(f.Fn)...)
		slices.Sort(called[i])
		called[i] = slices.Compact(called[i])
	}
	for again := true; again; {
		again = false
		for i, f := range slices.Backward(funcs) { // callers first
			set := r.of[f.Key]
			if set == nil {
				continue
			}
			for _, callee := range called[i] {
				again = r.own[callee] == "" && r.set(callee).addAll(set) || again
			}
			for _, s := range f.starts {
				if r.own[s.callee] != "" {
					continue
				}
				context := "go " + s.pos
				if s.many || set.meets(r.many) {
					context += contextAny
				}
				n, started := r.number[context], r.set(s.callee)
				again = again || !started.has(n)
				started.add(n)
			}
		}
	}
}

// deferred is the functions that a function defers. They run as well where it ends in a panic or in Goexit, and
// where the walk of it ends.
func deferred(fn *ssa.Function) (list []string) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && d.Call.StaticCallee() != nil {
				list = append(list, syncop.Key(d.Call.StaticCallee()))
			}
		}
	}
	return list
}

func isMany(context string) bool { return strings.HasSuffix(context, contextAny) }
