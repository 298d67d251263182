// Package regatta keeps the results of a race of boats with handicaps.
package regatta

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// A Handicap makes the times of unequal boats comparable. It may be called from several goroutines
// and may call the methods of the race.
type Handicap interface {
	Corrected(boat string, elapsed time.Duration) time.Duration
}

// Scratch is the handicap of a race in which elapsed times count.
type Scratch struct{}

// Corrected returns elapsed.
func (Scratch) Corrected(_ string, elapsed time.Duration) time.Duration { return elapsed }

// A Race has the corrected times of the boats that have finished. NewRace makes one. All methods
// may be called from several goroutines.
type Race struct {
	handicap Handicap

	mu    sync.RWMutex
	boats []string // in the order of their first finish
	times map[string]time.Duration
}

// NewRace returns a race that no boat has finished yet. The handicap is Scratch when it is nil.
func NewRace(h Handicap) *Race {
	if h == nil {
		h = Scratch{}
	}
	return &Race{handicap: h, times: make(map[string]time.Duration)}
}

// Finish notes how long a boat took. It replaces an earlier time of this boat, as after a protest.
func (r *Race) Finish(boat string, elapsed time.Duration) error {
	if elapsed <= 0 {
		return fmt.Errorf("boat %s: bad time %v", boat, elapsed)
	}
	corrected := r.handicap.Corrected(boat, elapsed)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.times[boat]; !ok {
		r.boats = append(r.boats, boat)
	}
	r.times[boat] = corrected
	return nil
}

// place counts the boats that were faster. The caller holds the lock.
func (r *Race) place(boat string) int {
	own, ok := r.times[boat]
	if !ok {
		return 0
	}
	n := 1
	for _, t := range r.times {
		if t < own {
			n++
		}
	}
	return n
}

// Place returns the place of a boat, from 1, or 0 when it has not finished. Boats with the same
// time have the same place.
func (r *Race) Place(boat string) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.place(boat)
}

// Winners returns the boats that have the first place.
func (r *Race) Winners() []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var winners []string
	for _, boat := range r.boats {
		if r.place(boat) == 1 {
			winners = append(winners, boat)
		}
	}
	return winners
}

// Board returns the text for the notice board of the club: a line for each boat, in the order in
// which they finished.
func (r *Race) Board() string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var text strings.Builder
	for _, boat := range r.boats {
		fmt.Fprintf(&text, "%d. %s %v\n", r.Place(boat), boat, r.times[boat])
	}
	return text.String()
}
