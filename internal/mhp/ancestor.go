package mhp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// maxAncestors bounds how many functions are asked for their callers.
const maxAncestors = 2000

// An anchor is the place in a function F below which an operation runs: all its
// executions in an activation of F begin at one of its anchors.
type anchor struct {
	site  ssa.Instruction
	kind  callKind // how F calls
	async bool     // a go statement is on the way: it may run after the call has returned
	tail  bool     // the only go statement on the way is that of F
}

// A state is a function on the way from an operation to its ancestor.
type state struct {
	fn    *ssa.Function
	async bool
}

// anchors returns those of an operation in F, which must be on all ways to it.
func (p *Program) anchors(in ssa.Instruction, f *ssa.Function) ([]anchor, *Refusal) {
	if in.Parent() == f {
		return []anchor{{site: in}}, nil
	}
	var found []anchor
	work := []state{{in.Parent(), false}}
	seen := map[state]bool{work[0]: true}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if r := p.isEntry(s.fn); r != nil {
			return nil, r
		}
		for _, e := range p.callers[s.fn] {
			caller, spawned := e.site.Parent(), e.kind == byGo
			if caller == f {
				found = append(found, anchor{e.site, e.kind, s.async || spawned, spawned && !s.async})
				continue
			}
			next := state{caller, s.async || spawned}
			if !seen[next] && len(seen) < 2*maxAncestors {
				seen[next] = true
				work = append(work, next)
			} else if !seen[next] {
				return nil, &Refusal{Kind: Order, Why: ManyCombos, Func: syncop.RuntimeName(s.fn)}
			}
		}
	}
	if len(found) == 0 {
		return nil, &Refusal{Kind: Order, Why: Unreached, Func: syncop.RuntimeName(in.Parent())}
	}
	return found, nil
}

// isEntry returns a refusal when a function can be entered without a call that is seen.
func (p *Program) isEntry(fn *ssa.Function) *Refusal {
	if why := p.open[fn]; why != CallersKnown {
		return &Refusal{Kind: Order, Why: OpenCallers, Open: why, Func: syncop.RuntimeName(fn), At: p.fset.Position(fn.Pos())}
	}
	if isMain(fn) || isInitialiser(fn) {
		return &Refusal{Kind: Order, Why: NoAncestor, Func: syncop.RuntimeName(fn), At: p.fset.Position(fn.Pos())}
	}
	return nil
}

// isMain reports whether a function is that which the runtime calls.
func isMain(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Name() == "main" && fn.Signature.Recv() == nil && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main"
}

// isInitialiser reports whether a function is the initialisation of a package.
func isInitialiser(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Pkg != nil && fn.Pkg.Func("init") == fn
}

// ancestors returns the functions through which control may come to a function,
// itself first, those with fewer calls between before others.
func (p *Program) ancestors(fn *ssa.Function) []*ssa.Function {
	list := []*ssa.Function{fn}
	seen := map[*ssa.Function]bool{fn: true}
	for i := 0; i < len(list) && len(list) < maxAncestors; i++ {
		for _, e := range p.callers[list[i]] {
			if caller := e.site.Parent(); !seen[caller] {
				seen[caller] = true
				list = append(list, caller)
			}
		}
	}
	return list
}

// single reports whether a function has at most one activation in a process.
func (p *Program) single(fn *ssa.Function) bool {
	for range maxAncestors {
		calls := p.callers[fn]
		switch {
		case p.open[fn] != CallersKnown:
			return false
		case isMain(fn) || isInitialiser(fn):
			return len(calls) == 0
		case len(calls) != 1 || syncop.InLoop(calls[0].site.Block()):
			return false
		}
		fn = calls[0].site.Parent()
	}
	return false
}
