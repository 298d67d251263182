package lockgraph

import "slices"

// A Limit names a bound of Options that was reached: results are missing.
type Limit string

// The limits.
const (
	LimitCycles    Limit = "MaxCycles: more cycles exist than were kept"
	LimitLength    Limit = "MaxLength: longer chains of goroutines exist and were not followed"
	LimitSame      Limit = "MaxSame: more goroutines did the same at the same place than were combined"
	LimitSteps     Limit = "MaxSteps: the search for cycles was ended"
	LimitPrevented Limit = "the search for cycles that gate locks or a single goroutine prevent was ended"
	LimitParties   Limit = "a pattern needs more than 12 goroutines and was left out"
	LimitInstances Limit = "Instances: of a repeated acquire some occurrences were not kept"
	LimitCauses    Limit = "MaxCauses: some reasons of order were not remembered"
)

// limits are the ones reached.
type limits struct{ reached []Limit }

func (l *limits) reach(limit Limit) {
	if !slices.Contains(l.reached, limit) {
		l.reached = append(l.reached, limit)
	}
}
