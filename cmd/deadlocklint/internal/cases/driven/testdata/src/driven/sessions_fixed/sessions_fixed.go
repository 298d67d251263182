// Package sessions_fixed has a lock that is given back with the number that the call returned.
package sessions_fixed

import "sync"

// A Table has one session at a time.
type Table struct {
	mu   sync.Mutex
	open int
	next int
}

func New() *Table { return &Table{} }

// Begin locks until End of the number.
func (t *Table) Begin() int {
	t.mu.Lock()
	t.next++
	t.open = t.next
	return t.next
}

// End ends the session. 0 is none.
func (t *Table) End(n int) {
	if n == 0 {
		return
	}
	if n != t.open {
		panic("no such session")
	}
	t.open = 0
	t.mu.Unlock()
}
