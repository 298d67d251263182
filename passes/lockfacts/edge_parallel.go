package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A test that calls t.Parallel() before it takes a lock runs beside the others of its package that do, and a subtest beside those of the same test:
//
//	func TestPut(t *testing.T) { t.Parallel(); … }
//	func TestGet(t *testing.T) { t.Parallel(); … }
//
// Package testing runs all that do not one after the other, and before these. A subtest in a loop counts as one: each turn may have
// objects of its own.

// contextParallel begins the thread contexts of parallel tests. After it stand the test that they are part of, or nothing, and the name.
const contextParallel = "parallel "

// parallelKey is the method of package testing by which a test becomes a parallel one.
const parallelKey = "(*testing.T).Parallel"

// parallelContext is the thread context of a test, or of a literal in one, that is parallel, or "".
func parallelContext(f *Func) string {
	fn := f.Fn
	if !isParallel(f) {
		return ""
	}
	of := ""
	if fn.Parent() != nil {
		of = syncop.Key(fn.Parent())
	}
	return contextParallel + of + " " + syncop.Key(fn)
}

// testOf is the test that a parallel one is part of, by its thread context.
func testOf(context string) string {
	of, _, _ := strings.Cut(strings.TrimPrefix(context, contextParallel), " ")
	return of
}

// isParallel reports whether a test calls t.Parallel(), itself or by a function that it gives t to, before it takes any lock.
func isParallel(f *Func) bool {
	if len(f.Fn.Params) != 1 {
		return false
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && makesParallel(call, f.Fn.Params[0], true) && f.locksOnlyAfter(call) {
				return true
			}
		}
	}
	return false
}

// makesParallel reports whether a call is t.Parallel(), or one of a function that calls it for each t that it is given.
func makesParallel(call *ssa.Call, t ssa.Value, outer bool) bool {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return false
	}
	at := slices.Index(call.Call.Args, t)
	switch {
	case at < 0:
		return false
	case syncop.Key(callee) == parallelKey:
		return true
	}
	return outer && len(callee.Blocks) > 0 && slices.ContainsFunc(callee.Blocks[0].Instrs, func(in ssa.Instruction) bool {
		inner, ok := in.(*ssa.Call)
		return ok && makesParallel(inner, callee.Params[at], false)
	})
}

// locksOnlyAfter reports whether all locks of a function are taken after an instruction.
func (f *Func) locksOnlyAfter(in ssa.Instruction) bool {
	return !slices.ContainsFunc(f.Events, func(ev Event) bool {
		return (ev.Op == trace.OpLock || ev.Op == trace.OpRLock) && (ev.at == nil || !syncop.CanReach(in, ev.at) || syncop.CanReach(ev.at, in))
	})
}
