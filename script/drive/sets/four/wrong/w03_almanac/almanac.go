// Package almanac keeps what happens on which day of the year, such as tides, sowings and feasts.
package almanac

import (
	"cmp"
	"iter"
	"slices"
	"sync"
)

type entry[E comparable] struct {
	day   int
	event E
}

// An Almanac has events in the order of their days. The zero value is empty and ready for use. All
// methods may be called from several goroutines.
type Almanac[E comparable] struct {
	mu      sync.RWMutex
	entries []entry[E]
}

// Note adds an event to a day, after those that it has already. It reports false for an event
// that this day has, which is not added again.
func (a *Almanac[E]) Note(day int, event E) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	lo, hi := a.span(day, day)
	if slices.Contains(a.entries[lo:hi], entry[E]{day, event}) {
		return false
	}
	a.entries = slices.Insert(a.entries, hi, entry[E]{day, event})
	return true
}

// Strike removes an event from a day, and reports whether it was there.
func (a *Almanac[E]) Strike(day int, event E) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.Index(a.entries, entry[E]{day, event})
	if i < 0 {
		return false
	}
	a.entries = slices.Delete(a.entries, i, i+1)
	return true
}

// Len returns the number of events.
func (a *Almanac[E]) Len() int {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return len(a.entries)
}

// span returns where the entries from one day to another one begin and end. The caller holds the
// lock.
func (a *Almanac[E]) span(from, to int) (lo, hi int) {
	lo, _ = slices.BinarySearchFunc(a.entries, from, func(e entry[E], day int) int {
		return cmp.Compare(e.day, day)
	})
	hi = lo
	for hi < len(a.entries) && a.entries[hi].day <= to {
		hi++
	}
	return lo, hi
}

// Between iterates over the days and their events from one day to another one, both included. The
// loop sees the events that were there when it began, and its body may call all methods.
func (a *Almanac[E]) Between(from, to int) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		a.mu.RLock()
		defer a.mu.RUnlock()
		lo, hi := a.span(from, to)
		for _, e := range a.entries[lo:hi] {
			if !yield(e.day, e.event) {
				return
			}
		}
	}
}

// Shift moves the events from one day to another one, both included, by a number of days.
func (a *Almanac[E]) Shift(from, to, days int) {
	for day, event := range a.Between(from, to) {
		if days != 0 && a.Strike(day, event) {
			a.Note(day+days, event)
		}
	}
}
