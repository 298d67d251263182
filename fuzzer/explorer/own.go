package explorer

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// This file tells failures of a test itself from those that a schedule causes. A test that fails under the base schedule is
// explored as any other. When no schedule lets it pass, that failure is its own, and runs that end in another way are findings.
// When some schedule lets it pass, each failure is a finding.

// passes reports whether the test came to its end without a failure.
func (e *Ending) passes() bool { return e.Crash == "" && e.boundaryKind().IsPassed() }

func (e *Ending) boundaryKind() boundary.Kind {
	return boundary.Kind{End: e.End, Class: e.Class, Failed: e.Failed}
}

// failsLike reports whether two runs failed in the same way. Goroutines that are left do not matter.
func (e *Ending) failsLike(o *Ending) bool {
	if e.Crash == "" || o.Crash == "" {
		return e.Crash == o.Crash && e.boundaryKind().IsFailed() && o.boundaryKind().IsFailed()
	}
	return e.Exit == o.Exit && e.Kind() == o.Kind() && strings.Join(e.Functions(), " ") == strings.Join(o.Functions(), " ")
}

// Passes reports whether the test passes under some schedule that was tried.
func (r *Result) Passes() bool {
	return r.Otherwise != nil && r.Otherwise.Newest || slices.ContainsFunc(r.Endings, func(e Ending) bool { return e.passes() })
}

// IsOwn reports whether an ending is the failure of the test itself: that of the base schedule, while the test passes under
// no other one. Then no schedule is known to be its cause.
func (r *Result) IsOwn(e *Ending) bool {
	base := r.Base()
	return r.Fails && base != nil && e.failsLike(base) && !r.Passes()
}

// IsBroken reports whether a test fails by itself, in the same way under each schedule.
func (r *Result) IsBroken() bool {
	return r.FailsAlone() && !slices.ContainsFunc(r.Endings, func(e Ending) bool { return r.Counts(&e) && !r.IsOwn(&e) })
}

// FailsAlone reports whether a failure of the test is its own. Other runs of it may be findings.
func (r *Result) FailsAlone() bool {
	base := r.Base()
	return r.Fails && !r.Passes() && (base == nil || r.IsOwn(base))
}
