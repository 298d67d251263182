package mhp

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// maxObjects bounds how many objects a lock may be part of.
const maxObjects = 16

// apart proves that one side waits for a lock which the other one does not hold: all that the lock may be is known, and all that
// the other side holds, and these are different variables and allocations.
func (p *Program) apart(c pair) *Proof {
	if !c.neighbours {
		return nil
	}
	for _, c := range []pair{c, c.swapped()} {
		wants, ok := p.locks(c.a)
		if !ok || len(c.holdsB) == 0 {
			continue
		}
		if at, ok := p.others(c.holdsB, wants); ok {
			return &Proof{Kind: Apart, At: []token.Position{p.at(c.a), at}, Why: "one waits for a lock that is not the one that the other holds"}
		}
	}
	return nil
}

// others reports whether the locks that are taken at some places are none of some others, and one such place.
func (p *Program) others(holds []ssa.Instruction, wants map[accessPath]bool) (at token.Position, ok bool) {
	for _, h := range holds {
		held, ok := p.locks(h)
		if !ok {
			return at, false
		}
		for pl := range held {
			if wants[pl] {
				return at, false
			}
		}
		at = p.at(h)
	}
	return at, true
}

// locks returns all that the lock of an acquisition may be. ok is false when that is not known.
func (p *Program) locks(in ssa.Instruction) (found map[accessPath]bool, ok bool) {
	a, ok := acquisitionOf(in)
	if !ok {
		return nil, false
	}
	found = map[accessPath]bool{}
	pl, ok := p.local(a.op.Recv, 0)
	if !ok || !p.objects(pl, found, map[*ssa.Parameter]bool{}) || len(found) > maxObjects {
		return nil, false
	}
	return found, true
}

// objects adds the access paths that another one may be, from variables and allocations of which there is one in the process.
func (p *Program) objects(pl accessPath, found map[accessPath]bool, on map[*ssa.Parameter]bool) bool {
	switch root := pl.root.(type) {
	case *ssa.Global:
		found[accessPath{root: root, path: pl.path}] = true
		return !pl.deref
	case *ssa.Alloc:
		found[accessPath{root: root, path: pl.path}] = true
		return p.single(root.Parent())
	case *ssa.Call:
		found[accessPath{root: root, path: pl.path}] = true
		return returnsNew(&root.Call) && isUnpublished(root.Call.StaticCallee()) && p.single(root.Parent())
	case *ssa.Parameter:
		return p.arguments(root, pl, found, on)
	}
	return false
}

// arguments adds those that all calls pass for a parameter.
func (p *Program) arguments(param *ssa.Parameter, pl accessPath, found map[accessPath]bool, on map[*ssa.Parameter]bool) bool {
	if on[param] || p.isEntry(param.Parent()) != nil || len(found) > maxObjects {
		return false
	}
	on[param] = true
	defer delete(on, param)
	for _, e := range p.callers[param.Parent()] {
		out, ok := p.through(pl, e)
		if !ok || !p.objects(out, found, on) {
			return false
		}
	}
	return true
}

// isUnpublished reports whether a function that returns what it has allocated gives it to no other function
// before: no goroutine, call, literal or variable has it under another name.
func isUnpublished(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if al, ok := in.(*ssa.Alloc); ok && al.Heap && !isOnlyFilled(al) {
				return false
			}
		}
	}
	return true
}

// isOnlyFilled reports whether an allocation, or a part of one, is returned and gets values, and nothing else.
func isOnlyFilled(v ssa.Value) bool {
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.Return:
		case *ssa.Store:
			if in.Val == v {
				return false
			}
		case *ssa.FieldAddr:
			if !isOnlyFilled(in) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
