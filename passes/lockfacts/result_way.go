package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A witness begins where control comes into the package: in a function that other packages, package testing, the runtime or an
// unknown function may call. From there calls and go statements lead to the function that takes the locks.

// The operations of the steps of a way.
const (
	opCall = "call"
	opGo   = "go"
)

// A reach is how control comes to functions: for each, the calls and go statements that lead to it.
type reach map[string][]arrival

type arrival struct {
	from *Func
	op   string
	call ssa.Instruction // of a call
	pos  string          // of a go statement
}

func newReach(funcs []*Func) reach {
	r := reach{}
	for _, f := range funcs {
		for _, c := range f.calls {
			r[c.callee] = append(r[c.callee], arrival{from: f, op: opCall, call: c.at})
		}
		for _, s := range f.starts {
			r[s.callee] = append(r[s.callee], arrival{from: f, op: opGo, pos: s.pos})
		}
	}
	return r
}

// Ways returns for each function of a list the shortest way from where control comes into the package, outermost first. It is empty for
// a function where control comes in, of another package, or without known calls.
//
// Each function is one of another goroutine. So a way ends in another go statement than those before it where the statement runs once, if
// there is such a way. It takes time linear in the calls of the package for each function.
func (r *Reporter) Ways(names []string) [][]Step {
	known, ways := newReach(r.Facts.Funcs), make([][]Step, len(names))
	for i, name := range names {
		ways[i] = r.way(known, name, nil)
	}
	for i := 1; i < len(ways); i++ {
		taken := map[string]bool{}
		for _, way := range ways[:i] {
			taken[r.startedOnce(way)] = true
		}
		own := r.startedOnce(ways[i])
		if own == "" || !taken[own] {
			continue
		}
		if other := r.way(known, names[i], taken); other != nil {
			ways[i] = other
		} else if first := r.way(known, names[0], map[string]bool{own: true}); i == 1 && first != nil {
			ways[0] = first
		}
	}
	return ways
}

// way is the shortest way to a function whose last go statement is none of some, by their positions.
func (r *Reporter) way(known reach, name string, but map[string]bool) []Step {
	f := r.Facts.Func(name)
	if f == nil || f.entered {
		return nil
	}
	type state struct {
		f       *Func
		started bool // a go statement is on the way from f
	}
	end := state{f: f}
	next := map[state]arrival{end: {}} // on the way to f
	after := map[state]state{}
	for work := []state{end}; len(work) > 0; work = work[1:] {
		for _, a := range known[work[0].f.Key] {
			from := state{a.from, work[0].started || a.op == opGo}
			if _, seen := next[from]; seen || a.op == opGo && !work[0].started && but[a.pos] {
				continue
			}
			next[from], after[from] = a, work[0]
			if a.from.entered {
				var list []Step
				for s := from; s != end; s = after[s] {
					list = append(list, r.stepTo(s.f, next[s]))
				}
				return list
			}
			work = append(work, from)
		}
	}
	return nil
}

// stepTo is a call or a go statement of a function.
func (r *Reporter) stepTo(f *Func, a arrival) Step {
	at := Site{Func: f.Name, Pos: a.pos}
	if a.call != nil {
		at = r.SiteOf(f, a.call.Pos())
	}
	return Step{Op: a.op, Site: at}
}

// startedOnce is the last go statement of a way if it starts one goroutine, else "".
func (r *Reporter) startedOnce(way []Step) string {
	for _, st := range slices.Backward(way) {
		if st.Op == opGo {
			if r.startsMany(st.Site.Pos) {
				return ""
			}
			return st.Site.Pos
		}
	}
	return ""
}

// startsMany reports whether a go statement may start several goroutines: it is in a loop, or in a function that runs several times.
func (r *Reporter) startsMany(pos string) bool {
	return slices.ContainsFunc(r.Facts.Funcs, func(f *Func) bool {
		return slices.ContainsFunc(f.starts, func(s start) bool { return s.pos == pos && s.many }) ||
			slices.Contains(f.Contexts, "go "+pos+contextAny)
	})
}

// ChainFrom writes a way and how a function comes to a site after it: "main (m.go:3) → go by F (t.go:3) → g (t.go:9)".
func ChainFrom(way []Step, via []Site, site Site) string {
	text := ""
	for _, st := range way {
		if st.Op == opGo {
			text += "go by "
		}
		text += Chain(nil, st.Site) + " → "
	}
	return text + Chain(via, site)
}
