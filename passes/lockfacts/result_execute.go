package lockfacts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/search"
)

// Executed is the name of the refuter that executes the function of a finding.
const Executed = "executed"

// RefutesByExecution reports whether the execution of a function shows that no path does what a finding says. Then the finding is
// told as refuted, where those are wanted.
func (r *Reporter) RefutesByExecution(q search.Question, f Finding, keys []lockgraph.EdgeKey) bool {
	if r.Facts.executor == nil {
		var functions []*ssa.Function
		for _, fn := range r.Facts.Funcs {
			functions = append(functions, fn.Fn)
		}
		if len(functions) == 0 || functions[0].Prog == nil {
			return false
		}
		pkg := functions[0].Prog.Package(r.Pass.Pkg)
		if pkg == nil {
			return false
		}
		r.Facts.executor = search.New(pkg, functions)
	}
	if r.Facts.executor.Ask(q) != search.Refuted {
		return false
	}
	if r.ShowsRefuted() {
		f.Refuted, f.Reason = Executed, "no path of the function does that, when it is executed"
		r.Refute(f, keys)
	}
	return true
}

// UnlockedTwice is that of the executor that was asked, see [search.Executor.UnlockedTwice].
func (r *Reporter) UnlockedTwice(q search.Question) token.Pos {
	return r.Facts.executor.UnlockedTwice(q)
}
