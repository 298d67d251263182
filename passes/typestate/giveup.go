package typestate

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The methods and functions by which a function learns that no goroutine waits for its
// result any more: by a channel, or by an error.
var (
	doneChannels = []string{"(context.Context).Done"}
	doneErrors   = []string{"(context.Context).Err", "context.Cause"}
)

// abandoned notes on a path that a condition has found a context to be done: the
// function gives up from here on, with an error or without one.
func (w *walker) abandoned(s *state, c cond, truth bool) {
	switch v := c.value.(type) {
	case nil:
		s.gaveUp = s.gaveUp || !truth && calls(c.isNil, doneErrors)
	case *ssa.BinOp: // a select compares the number of its case
		s.gaveUp = s.gaveUp || truth && doneCase(v)
	case *ssa.Call:
		s.gaveUp = s.gaveUp || w.dirty(s) && w.pkg.tellsOfEnd(v.Call.StaticCallee(), truth)
	}
}

// doneCase reports whether a comparison asks for the case of a select that receives
// from the channel of a context.
func doneCase(b *ssa.BinOp) bool {
	index, ok := b.X.(*ssa.Extract)
	k, isConst := b.Y.(*ssa.Const)
	if !ok || !isConst || index.Index != 0 || k.Value == nil {
		return false
	}
	sel, ok := index.Tuple.(*ssa.Select)
	if !ok {
		return false
	}
	i, exact := constant.Int64Val(k.Value)
	return exact && i >= 0 && i < int64(len(sel.States)) && calls(sel.States[i].Chan, doneChannels)
}

// dirty reports whether there is an object for which it matters that the function
// has given up.
func (w *walker) dirty(s *state) bool {
	for o, l := range s.live {
		if o.owned && o.proto.Lenient && !l.escaped {
			return true
		}
	}
	return false
}

// tellsOfEnd reports whether a function of the package returns that truth on those
// of its paths only on which a context is done.
func (p *pkg) tellsOfEnd(fn *ssa.Function, truth bool) bool {
	if fn == nil || len(fn.Blocks) == 0 || p.funcs[fn] == nil || !isPredicate(fn) {
		return false
	}
	k := answer{fn, truth}
	if known, ok := p.telling[k]; ok {
		return known
	}
	p.telling[k] = false // as long as it is looked at: it may call itself
	w := newWalker(p, fn)
	p.telling[k] = w.run(newState()) && w.onlyAbandoned(truth)
	return p.telling[k]
}

// An answer is a possible result of a function that returns a bool.
type answer struct {
	fn    *ssa.Function
	truth bool
}

// isPredicate reports whether a function returns a bool and nothing else.
func isPredicate(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	return results.Len() == 1 && isBool(results.At(0).Type())
}

// onlyAbandoned reports whether every exit that returns that truth is one at which
// the function knows that a context is done.
func (w *walker) onlyAbandoned(truth bool) bool {
	some := false
	for _, e := range w.exits {
		c := w.condition(e.state, e.rets[0])
		is, known := w.truth(e.state, c)
		if known && (is != c.neg) != truth {
			continue
		}
		w.abandoned(e.state, c, truth != c.neg)
		if some = true; !e.gaveUp {
			return false
		}
	}
	return some
}

// contexts are the functions that return a context with a function that cancels it.
var contexts = []string{
	"context.WithCancel", "context.WithCancelCause", "context.WithTimeout", "context.WithTimeoutCause",
	"context.WithDeadline", "context.WithDeadlineCause",
}

// cancellable reports whether a call is given a context that the function itself has
// made, and so has to cancel, which go vet's lostcancel sees to.
func cancellable(call *ssa.Call) bool {
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		ext, ok := arg.(*ssa.Extract)
		return ok && ext.Index == 0 && calls(ext.Tuple, contexts)
	})
}
