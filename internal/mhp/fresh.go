package mhp

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// fresh reports whether two goroutines that wait for each other at the operations
// of a pair do so within one activation of F.
//
// One side waits for a lock that was allocated below its activation of F, and the
// other side holds that lock by an activation that allocated it as well: both are the same
// activation. It remains to show that the side that holds is still in that
// activation, and did not leave it with the lock held.
func (p *Program) fresh(c pair, f *ssa.Function) bool {
	if !c.neighbours {
		return false
	}
	for _, c := range []pair{c, c.swapped()} {
		if len(c.holdsB) == 0 || !p.isFresh(c.a, f) {
			continue
		}
		if p.allFresh(c.holdsB, f) && p.stays(c, f) {
			return true
		}
	}
	return false
}

// stays reports whether the goroutine of b is at b in the activation of F in which it
// took its locks: it began below that activation, or begins with F, or it is that of a too.
func (p *Program) stays(c pair, f *ssa.Function) bool {
	holder := append([]ssa.Instruction{c.b}, c.holdsB...)
	return p.startsGoroutine(f) || p.below(holder, f, true) || p.below(append(holder, c.a), f, false)
}

// below reports whether operations are below go statements of each activation of
// F, or none of them is.
func (p *Program) below(list []ssa.Instruction, f *ssa.Function, async bool) bool {
	for _, in := range list {
		anchors, r := p.anchors(in, f)
		if r != nil {
			return false
		}
		for _, a := range anchors {
			if a.async != async {
				return false
			}
		}
	}
	return true
}

// startsGoroutine reports whether each activation of a function begins a goroutine.
func (p *Program) startsGoroutine(f *ssa.Function) bool {
	calls := p.callers[f]
	if p.open[f] == ByTesting {
		return len(calls) == 0 && len(f.Name()) > 4 && f.Name()[:4] == "Test"
	}
	if p.open[f] != CallersKnown || isMain(f) || isInitialiser(f) {
		return false
	}
	for _, e := range calls {
		if e.kind != byGo {
			return false
		}
	}
	return len(calls) > 0
}

func (p *Program) allFresh(list []ssa.Instruction, f *ssa.Function) bool {
	for _, in := range list {
		if _, r := p.anchors(in, f); r != nil || !p.isFresh(in, f) {
			return false
		}
	}
	return true
}

// isFresh reports whether the lock of an operation was allocated below the
// activation of F in which the operation happens.
func (p *Program) isFresh(in ssa.Instruction, f *ssa.Function) bool {
	call, ok := in.(*ssa.Call)
	if !ok || call.Call.IsInvoke() {
		return false
	}
	op, ok := syncop.OpOf(&call.Call)
	if !ok {
		return false
	}
	return (&origins{p: p, f: f, seen: map[ssa.Value]bool{}}).made(op.Recv)
}

// origins follows pointers back to their allocations, over the calls below F.
type origins struct {
	p    *Program
	f    *ssa.Function
	seen map[ssa.Value]bool
}

// made reports whether a pointer always points into what was allocated below the
// activation of F.
func (o *origins) made(v ssa.Value) bool {
	if o.seen[v] {
		return true // decided by the other ways to it
	}
	o.seen[v] = true
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return o.made(v.X)
	case *ssa.Call:
		return returnsNew(&v.Call)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !o.made(e) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if cell, stored := o.p.cell(v.X); cell != nil && o.within(v.X) {
			return o.made(stored)
		}
		return false
	case *ssa.Parameter:
		return o.passed(v.Parent(), func(e edge) ssa.Value { return argument(e, v) })
	case *ssa.FreeVar:
		return o.passed(v.Parent(), func(e edge) ssa.Value { return binding(e, v) })
	}
	return false
}

// within reports whether a captured variable belongs to a function below F.
func (o *origins) within(addr ssa.Value) bool {
	fv, ok := addr.(*ssa.FreeVar)
	return !ok || o.made(fv)
}

// passed reports whether what all calls of a function pass was made below F. A
// function that nothing calls passes nothing.
func (o *origins) passed(fn *ssa.Function, of func(edge) ssa.Value) bool {
	if fn == o.f || o.p.isEntry(fn) != nil {
		return false
	}
	for _, e := range o.p.callers[fn] {
		if v := of(e); v == nil || !o.made(v) {
			return false
		}
	}
	return true
}

// argument is the value that a call passes for a parameter.
func argument(e edge, v *ssa.Parameter) ssa.Value {
	for i, param := range v.Parent().Params {
		if param == v && i < len(e.args) {
			return e.args[i]
		}
	}
	return nil
}

// binding is the value that a literal captures for a free variable. A literal that came on a channel was
// made by another activation than its caller.
func binding(e edge, v *ssa.FreeVar) ssa.Value {
	if e.made == nil || e.queued {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v && i < len(e.made.Bindings) {
			return e.made.Bindings[i]
		}
	}
	return nil
}

// returnsNew reports whether a call returns a pointer to its own new allocation.
func returnsNew(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || fn.Signature.Results().Len() != 1 {
		return false
	}
	returns := 0
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		returns++
		if al, ok := ret.Results[0].(*ssa.Alloc); !ok || al.Parent() != fn {
			return false
		}
	}
	return returns > 0
}
