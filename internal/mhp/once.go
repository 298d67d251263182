package mhp

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// onceOrder proves that one operation happens only in the function of a Once, and the other one after a Do of
// that Once. A Do returns when the function that the Once calls is over, in any caller.
func (p *Program) onceOrder(c pair) *Proof {
	for _, c := range []pair{c, c.swapped()} {
		for once, do := range p.oncesAround(c.a) {
			if p.onlyBy(c.a, once) && p.isBehind(c.b, once, map[*ssa.Function]bool{}) {
				at := p.at(do)
				return &Proof{Kind: Order, At: []token.Position{at}, Why: "a Once does one, and the other comes after a Do of that Once"}
			}
		}
	}
	return nil
}

// isDo reports whether a call is that of (*sync.Once).Do.
func isDo(site ssa.CallInstruction) bool {
	return methodName(site.Common()) == "(*sync.Once).Do" && len(site.Common().Args) == 2
}

// oncesAround returns the Onces whose Do is on a way to an operation, each with one of its calls.
func (p *Program) oncesAround(in ssa.Instruction) map[ssa.Value]ssa.Instruction {
	found := map[ssa.Value]ssa.Instruction{}
	for _, fn := range p.ancestors(in.Parent()) {
		for _, e := range p.callers[fn] {
			if once := p.onceOf(e.site); once != nil {
				found[once] = e.site
			}
		}
	}
	return found
}

// onceOf returns the variable that the Once of a Do is, when there is one such variable in the process and
// it is not used for anything else; else nil.
func (p *Program) onceOf(site ssa.Instruction) ssa.Value {
	call, ok := site.(ssa.CallInstruction)
	if !ok || !isDo(call) {
		return nil
	}
	pl, ok := p.local(call.Common().Args[0], 0)
	if !ok || pl.path != "" || pl.deref {
		return nil
	}
	switch v := pl.root.(type) {
	case *ssa.Global:
		if p.canAssign(v) || !p.onlyDone(v, p.globals[v]) {
			return nil
		}
		return v
	case *ssa.Alloc:
		if !p.single(v.Parent()) || !p.onlyDone(v, *v.Referrers()) {
			return nil
		}
		return v
	}
	return nil
}

// onlyDone reports whether the uses of a Once are calls of Do, also in literals that capture it.
func (p *Program) onlyDone(once ssa.Value, uses []ssa.Instruction) bool {
	for _, in := range uses {
		switch in := in.(type) {
		case *ssa.DebugRef:
		case ssa.CallInstruction:
			if !isDo(in) || in.Common().Args[0] != once {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range in.Bindings {
				if fv := in.Fn.(*ssa.Function).FreeVars[i]; b == once && !p.onlyDone(fv, *fv.Referrers()) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyBy reports whether all ways to an operation go through a Do of a Once, in the goroutine that calls Do.
func (p *Program) onlyBy(in ssa.Instruction, once ssa.Value) bool {
	seen := map[*ssa.Function]bool{in.Parent(): true}
	for work := []*ssa.Function{in.Parent()}; len(work) > 0; {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if p.isEntry(fn) != nil || len(p.callers[fn]) == 0 {
			return false
		}
		for _, e := range p.callers[fn] {
			caller := e.site.Parent()
			switch {
			case p.onceOf(e.site) == once:
			case e.kind == byGo:
				return false // it may go on when Do has returned
			case !seen[caller]:
				seen[caller] = true
				work = append(work, caller)
			}
		}
	}
	return true
}

// isBehind reports whether a Do of a Once has returned on every way to an instruction, before the go
// statement of its goroutine at the latest.
func (p *Program) isBehind(in ssa.Instruction, once ssa.Value, seen map[*ssa.Function]bool) bool {
	fn := in.Parent()
	for _, b := range fn.Blocks {
		for _, do := range b.Instrs {
			if _, ok := do.(*ssa.Call); ok && p.onceOf(do) == once && syncop.Dominates(do, in) && do != in {
				return true
			}
		}
	}
	if seen[fn] {
		return true // decided by the other ways to it
	}
	seen[fn] = true
	if p.isEntry(fn) != nil || len(p.callers[fn]) == 0 {
		return false
	}
	for _, e := range p.callers[fn] {
		if !p.isBehind(e.site, once, seen) {
			return false
		}
	}
	return true
}
