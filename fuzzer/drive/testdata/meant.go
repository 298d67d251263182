// Package meant has types, of which some are for several goroutines.
package meant

import (
	"sync"
	"sync/atomic"
)

// A Plain says nothing, and shows nothing.
type Plain struct {
	n    int
	next *Plain
}

// A Promised is safe for concurrent use.
type Promised struct{ n int }

// A Cursor is of one goroutine, whatever its object is.
type Cursor struct {
	of *Locked
	at int
}

// A Locked shows a lock.
type Locked struct{ parts []*part }

type part struct{ mu sync.Mutex }

// A Counter shows an atomic.
type Counter[T any] struct {
	last T
	n    atomic.Int64
}

// A Queue shows a channel.
type Queue map[string]chan int

// An Any is implemented by a type with a lock.
type Any interface{ Do() }

type actor struct{ once sync.Once }

func (a *actor) Do() { a.once.Do(func() {}) }

// A Bare is implemented by nothing with a lock.
type Bare interface{ Go() }
