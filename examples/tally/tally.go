// Package tally counts votes. Two goroutines read the same number, and one vote is lost. The
// race detector may report the race; it does not say that the result is wrong.
package tally

import "sync"

type Tally struct {
	mu    sync.Mutex
	votes map[string]int
	total int
}

func New() *Tally { return &Tally{votes: map[string]int{}} }

// Add counts a vote.
func (t *Tally) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.votes[name]++
}

// Close adds the votes of one box to the total.
func (t *Tally) Close(box int) {
	t.total += box // fix: t.mu.Lock(); t.total += box; t.mu.Unlock()
}
