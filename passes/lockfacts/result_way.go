package lockfacts

import "golang.org/x/tools/go/ssa"

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

// Way returns the shortest way from where control comes into the package to a function, outermost first. It is empty for a function
// where control comes in, of another package, or without known calls. It takes time linear in the calls of the package.
func (r *Reporter) Way(name string) []Step {
	f := r.Facts.Func(name)
	if f == nil || f.entered {
		return nil
	}
	known := newReach(r.Facts.Funcs)
	next := map[*Func]arrival{f: {}} // on the way to f
	for work := []*Func{f}; len(work) > 0; work = work[1:] {
		for _, a := range known[work[0].Key] {
			if _, seen := next[a.from]; seen {
				continue
			}
			next[a.from] = arrival{from: work[0], op: a.op, call: a.call, pos: a.pos}
			if a.from.entered {
				return r.follow(next, a.from, f)
			}
			work = append(work, a.from)
		}
	}
	return nil
}

// follow lists the steps from one function to another one.
func (r *Reporter) follow(next map[*Func]arrival, from, to *Func) (list []Step) {
	for f := from; f != to; f = next[f].from {
		at := Site{Func: f.Name, Pos: next[f].pos}
		if in := next[f].call; in != nil {
			at = r.SiteOf(f, in.Pos())
		}
		list = append(list, Step{Op: next[f].op, Site: at})
	}
	return list
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
