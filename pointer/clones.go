package pointer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Limits of cloning.
const (
	maxCloneDepth = 3   // frames from a clone up to a frame that all calls share
	maxCloneSize  = 400 // instructions of a function that makes objects
	maxSmallSize  = 12  // instructions of a function that does nothing but pass pointers on
	maxClones     = 100_000
)

// instance returns the frame of a callee for a call: one of its own for a
// function that makes the object it returns, so that two calls of NewT are two
// sites, and for a small function that only passes pointers on.
func (g *generator) instance(f *frame, call ssa.CallInstruction, callee *ssa.Function) *frame {
	if call.Common().StaticCallee() == nil || !g.worthCloning(callee) || g.clones >= maxClones {
		return g.frame(callee)
	}
	depth := 0
	for up := f; up != nil; up = up.caller {
		if depth++; up.fn == callee || depth > maxCloneDepth {
			return g.frame(callee)
		}
		if up.caller == nil {
			break
		}
	}
	g.clones++
	return g.newFrame(callee, f, call)
}

// worthCloning reports whether the calls of a function get frames of their own.
func (g *generator) worthCloning(fn *ssa.Function) bool {
	yes, ok := g.small[fn]
	if !ok {
		yes = isSmall(fn) || g.isConstructor(fn, map[*ssa.Function]bool{})
		g.small[fn] = yes
	}
	return yes
}

// isSmall reports whether a function is a few instructions without a branch.
func isSmall(fn *ssa.Function) bool {
	return len(fn.Blocks) == 1 && len(fn.Blocks[0].Instrs) <= maxSmallSize && len(fn.AnonFuncs) == 0 &&
		(hasPointers(fn.Signature.Results()) || len(fn.Params) > 0 && fn.Signature.Results().Len() == 0)
}

// isConstructor reports whether a function returns an object that it made, or
// that a constructor which it calls made. A function that was asked before on
// the way adds nothing: its returns are looked at there.
func (g *generator) isConstructor(fn *ssa.Function, asked map[*ssa.Function]bool) bool {
	if asked[fn] {
		return false
	}
	asked[fn] = true
	size := 0
	for _, b := range fn.Blocks {
		size += len(b.Instrs)
	}
	return size <= maxCloneSize && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ok && slices.ContainsFunc(r.Results, func(v ssa.Value) bool { return g.isNew(v, asked) })
	})
}

// isNew reports whether a value is a new object with a struct.
func (g *generator) isNew(v ssa.Value, asked map[*ssa.Function]bool) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		_, ok := elem(deref(v.Type())).Underlying().(*types.Struct)
		return ok
	case *ssa.MakeInterface:
		return g.isNew(v.X, asked)
	case *ssa.Extract:
		return g.isNew(v.Tuple, asked)
	case *ssa.Call:
		callee := v.Common().StaticCallee()
		return callee != nil && g.world.analysed(callee) && (g.isConstructor(callee, asked) ||
			isSmall(callee) && slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return g.isNew(a, asked) }))
	}
	return false
}
