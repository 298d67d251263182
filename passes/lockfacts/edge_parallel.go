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

// parallelTests are the thread contexts of the functions that are parallel tests, by key.
func (a *analyzer) parallelTests(funcs []*Func) map[string]string {
	own := map[string]string{}
	for _, f := range funcs {
		if context := a.parallelContext(f.Fn); context != "" {
			own[f.Key] = context
		}
	}
	return own
}

// parallelContext is the thread context of a parallel test, or "" for any other function.
func (a *analyzer) parallelContext(fn *ssa.Function) string {
	if !a.inTestFile(fn) || !beginsParallel(fn) {
		return ""
	}
	switch {
	case fn.Parent() != nil:
		return contextParallel + syncop.Key(fn.Parent()) + " " + syncop.Key(fn)
	case a.isOnlyTest(fn):
		return contextParallel + " " + syncop.Key(fn)
	}
	return ""
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

// overlap reports whether two thread contexts are goroutines that may run at the same time.
func overlap(x, y string) bool {
	restX, parallelX := strings.CutPrefix(x, contextParallel)
	restY, parallelY := strings.CutPrefix(y, contextParallel)
	switch {
	case parallelX && parallelY:
		ofX, _, _ := strings.Cut(restX, " ")
		ofY, _, _ := strings.Cut(restY, " ")
		return x != y && ofX == ofY
	case parallelX && y == contextMain, parallelY && x == contextMain:
		return false
	}
	return x != y || isMany(x)
}
