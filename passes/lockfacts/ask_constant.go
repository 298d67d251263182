package lockfacts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/constprop"
)

// A caller that passes a constant decides branches of the called function (package constprop).
// What is known of an argument goes along with the calls that lead to an event, as far as
// they are calls of functions of the package. An event does not happen when a branch that
// leads to it, in one of these functions, goes the other way.

// decided reports whether the constant arguments of a call say that an event of the called
// function does not happen.
func (w *walker) decided(call ssa.CallInstruction, ev *Event) bool {
	path := append(append([]Site{}, ev.Via...), ev.Site)
	return w.excludes(call.Common(), nil, path)
}

// excludes is decided for a call in a function of whose parameters something is known, and for
// the places that lead from the called function to the event.
func (w *walker) excludes(call *ssa.CallCommon, have constprop.Env, path []Site) bool {
	fn := call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || len(path) == 0 || !path[0].tok.IsValid() {
		return false
	}
	passed := have.Call(call, fn)
	if len(passed) == 0 {
		return false
	}
	in := callAt(fn, path[0].tok)
	switch {
	case in == nil:
		return false
	case passed.Skips(in.Block()):
		return true
	}
	return w.excludes(in.Common(), passed, path[1:])
}

// callAt is the only call of a function that has a position, or nil.
func callAt(fn *ssa.Function, pos token.Pos) (found ssa.CallInstruction) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && call.Pos() == pos {
				if found != nil {
					return nil
				}
				found = call
			}
		}
	}
	return found
}
