package lockgraph

import (
	"context"
	"slices"
)

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
	LimitTime      Limit = "the search for cycles was ended: its time was used up, or it was interrupted"
	LimitCauses    Limit = "MaxCauses: some reasons of order were not remembered"
)

// limits are the ones reached.
type limits struct{ reached []Limit }

func (l *limits) has(limit Limit) bool { return slices.Contains(l.reached, limit) }

func (l *limits) reach(limit Limit) {
	if !l.has(limit) {
		l.reached = append(l.reached, limit)
	}
}

// A Stop says where a search was when its context ended: it had begun Begun of Of
// dependencies, for cycles of Length goroutines. Shorter cycles are all found.
type Stop struct{ Length, Begun, Of int }

// A watch looks now and then whether a context has ended.
type watch struct {
	ctx   context.Context
	ticks uint
	over  bool
}

// watchEvery is how many steps, of less than 10 µs each, are between two looks.
const watchEvery = 1 << 8

// ended reports whether the context has ended, at most watchEvery calls late.
func (w *watch) ended() bool {
	if w.ticks++; w.ticks%watchEvery == 0 {
		w.look()
	}
	return w.over
}

// look is ended without delay.
func (w *watch) look() bool {
	w.over = w.over || w.ctx.Err() != nil
	return w.over
}
