// Package barrier lets goroutines wait for each other between the rounds of their work.
package barrier

import (
	"errors"
	"sync"
)

// ErrParties is returned when there is nobody to wait for.
var ErrParties = errors.New("barrier: needs a party")

// A Barrier is for a fixed number of parties, and may be used for any number of rounds.
type Barrier struct {
	parties int

	mu      sync.Mutex
	turn    *sync.Cond
	waiting int
	round   int
}

// New returns a barrier for so many parties.
func New(parties int) (*Barrier, error) {
	if parties < 1 {
		return nil, ErrParties
	}
	b := &Barrier{parties: parties}
	b.turn = sync.NewCond(&b.mu)
	return b, nil
}

// Parties returns for how many parties the barrier is.
func (b *Barrier) Parties() int { return b.parties }

// Rounds returns how many rounds are over, and how many parties wait in this one.
func (b *Barrier) Rounds() (over, waiting int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.round, b.waiting
}

// Await waits until all parties of this round have called it, and returns the number of the
// round. The first one is 1.
func (b *Barrier) Await() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	mine := b.round + 1
	b.waiting++
	if b.waiting == b.parties {
		b.waiting = 0
		b.round = mine
		b.turn.Broadcast()
		return mine
	}
	for b.round < mine {
		b.turn.Wait()
	}
	return mine
}

// Run calls step in a goroutine for each party and for each round. The next round begins when
// the steps of all parties are over. The first error of each party is returned after the last
// round. A party with an error makes no further steps, but the others do not wait for it in vain.
func Run(parties, rounds int, step func(party, round int) error) error {
	b, err := New(parties)
	if err != nil {
		return err
	}
	errs := make([]error, parties)
	var wg sync.WaitGroup
	for party := range parties {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for round := range rounds {
				if step != nil && errs[party] == nil {
					errs[party] = step(party, round)
				}
				b.Await()
			}
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}
