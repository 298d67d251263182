package explorer

import (
	"slices"
)

// IsFound reports whether a run of the test is a finding, apart from goroutines that are left. Such a run ended so again
// when its choices were made again.
func (r *Result) IsFound() bool {
	return slices.ContainsFunc(r.Endings, func(e Ending) bool {
		return e.Seen != nil && e.Seen.Again && r.Counts(&e) && e.isFound() && !r.IsOwn(&e)
	})
}

// mayBeFound reports whether a run may be a finding. A failure under the base schedule is none until another run passes.
func (r *Result) mayBeFound() bool {
	return slices.ContainsFunc(r.Endings, func(e Ending) bool { return r.Counts(&e) && e.isFound() && !r.IsOwn(&e) })
}

// isFound reports whether a run failed, ended its process or ended in a deadlock.
func (e *Ending) isFound() bool {
	return e.Crash != "" || e.boundaryKind().IsFound(e.isEarly())
}

// Unexplored is the result of a test or a call that is not explored.
func Unexplored(pkg, test string, why Stop) *Result {
	return &Result{Package: pkg, Test: test, Repeats: true, Stop: why, Late: true}
}

// IsUnexplored reports whether the result is one of Unexplored.
func (r *Result) IsUnexplored() bool {
	return (r.Stop == StopFirst || r.Stop == StopUnbegun) && r.Runs == 0 && len(r.Endings) == 0
}

// isFirst reports whether the last of some explorations has ended at its first finding, and nothing is explored after it.
func isFirst(list []*Result) bool { return len(list) > 0 && list[len(list)-1].Stop == StopFirst }
