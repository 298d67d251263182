package lockfacts

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
