package lockfacts

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A test that begins with t.Parallel() runs beside the others of its package that do, and a subtest beside those of the same test:
//
//	func TestPut(t *testing.T) { t.Parallel(); … }
//	func TestGet(t *testing.T) { t.Parallel(); … }
//
// Package testing runs all that do not one after the other, and before these. A subtest in a loop counts as one: each turn may have
// objects of its own.

// contextParallel begins the thread contexts of parallel tests. Behind it stand the test that they are part of, or nothing, and the name.
const contextParallel = "parallel "

// The methods of package testing that a parallel test begins with.
const (
	parallelKey = "(*testing.T).Parallel"
	helperKey   = "(*testing.common).Helper"
)

// parallelContext is the thread context of a test, or of a literal in one, that is parallel, or "".
func parallelContext(fn *ssa.Function) string {
	if !beginsParallel(fn) {
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

// beginsParallel reports whether the first call of a function is t.Parallel(), or one in front of it is t.Helper().
func beginsParallel(fn *ssa.Function) bool {
	if len(fn.Params) != 1 || len(fn.Blocks) == 0 {
		return false
	}
	for _, in := range fn.Blocks[0].Instrs {
		call, ok := in.(*ssa.Call)
		if !ok {
			continue
		}
		callee := call.Call.StaticCallee()
		if callee == nil || len(call.Call.Args) == 0 {
			return false
		}
		switch syncop.Key(callee) {
		case parallelKey:
			return call.Call.Args[0] == fn.Params[0]
		case helperKey:
		default:
			return false
		}
	}
	return false
}
