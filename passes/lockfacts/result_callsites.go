package lockfacts

import "golang.org/x/tools/go/ssa"

// A Call is a call of a function of the package, or its start as a goroutine.
type Call struct {
	From  *Func
	Held  []HeldLock // by From itself
	Start bool       // a go statement, or what does the same
}

// Calls returns the calls of a function in this package, in each way in which
// they are reached.
func (r *Result) Calls(f *Func) []Call {
	var list []Call
	for _, g := range r.Funcs {
		for _, c := range g.calls {
			if c.callee == f.Key {
				list = append(list, Call{From: g, Held: c.held})
			}
		}
		for _, s := range g.starts {
			if s.callee == f.Key {
				list = append(list, Call{From: g, Start: true})
			}
		}
	}
	return list
}

// CallAt returns the call at a site in a function of the package, or nil. Only checks call it, which run one at a time.
func (r *Result) CallAt(site Site) *ssa.Call {
	f := r.Func(site.Func)
	if f == nil {
		return nil
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Pos() == site.Token() {
				return call
			}
		}
	}
	return nil
}
