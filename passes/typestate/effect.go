package typestate

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An effect is the change that a function makes to an object that it is given.
type effect struct {
	Escapes bool     // it may keep it, or do what is not known
	May     []string // methods that it may call
	Always  []string // methods that it calls whenever it returns
}

// unknown is the effect of functions that were not looked at.
var unknown = effect{Escapes: true}

// effect returns what a call does with an argument, or with a field of it.
func (p *pkg) effect(c *ssa.CallCommon, arg int, field string) effect {
	fn := c.StaticCallee()
	if fn == nil {
		return unknown
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) > 0 {
		return p.summary(summaryKey{fn, arg, field})
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return p.imported(obj, arg, field)
	}
	return unknown
}

// A summaryKey is a question about a function.
type summaryKey struct {
	fn    *ssa.Function
	arg   int
	field string
}

// summary walks a function of the package with nothing but one of its
// parameters in view. Functions that call themselves are not known.
func (p *pkg) summary(k summaryKey) effect {
	if e, ok := p.summaries[k]; ok {
		return e
	}
	p.summaries[k] = unknown
	if k.arg >= len(k.fn.Params) || k.fn.Signature.Variadic() && k.arg == len(k.fn.Params)-1 {
		return unknown
	}
	w := newWalker(p, k.fn)
	o := w.add(&object{born: k.fn.Params[k.arg], field: k.field})
	s := newState()
	s.live[o] = life{}
	if w.run(s) {
		p.summaries[k] = w.effectOn(o)
	}
	delete(p.may, o)
	return p.summaries[k]
}

// effectOn sums up what happened to an object on all paths.
func (w *walker) effectOn(o *object) effect {
	e := effect{May: w.pkg.may[o]}
	first := true
	for _, x := range w.exits {
		l, ok := x.live[o]
		switch {
		case !ok:
			continue // there was none
		case l.escaped:
			return unknown
		}
		called := strings.Fields(l.called)
		slices.Sort(called)
		if first {
			e.Always, first = slices.Compact(called), false
			continue
		}
		e.Always = slices.DeleteFunc(e.Always, func(m string) bool { return !slices.Contains(called, m) })
	}
	if first {
		return unknown // it never returns
	}
	return e
}
