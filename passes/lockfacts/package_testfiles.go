package lockfacts

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

func (a *analyzer) inTestFile(fn *ssa.Function) bool {
	return strings.HasSuffix(a.pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// isTest reports whether package testing calls a function.
func (a *analyzer) isTest(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && isTestName(fn.Name()) && a.inTestFile(fn)
}

// isOnlyTest reports whether no function calls a test. Then its summary is not needed.
func (a *analyzer) isOnlyTest(fn *ssa.Function) bool { return a.isTest(fn) && !a.mentioned[fn] }

func isTestName(name string) bool {
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
