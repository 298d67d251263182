// Package crossed_fixed takes two locks in the order of their numbers.
package crossed_fixed

import (
	"sync"
	"sync/atomic"
)

type Account struct {
	number int64
	mu     sync.Mutex
	cents  int
}

var last atomic.Int64

func Open(cents int) *Account { return &Account{number: last.Add(1), cents: cents} }

// Move moves money between two accounts that Open has made.
func Move(from, to *Account, cents int) {
	if from == to {
		return
	}
	first, second := from, to
	if first.number > second.number {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.cents -= cents
	to.cents += cents
}
