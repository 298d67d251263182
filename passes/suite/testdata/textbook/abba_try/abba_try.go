// Package abba_try has a lock type whose TryLock waits for a lock around its counter, and one that has no such promise.
package abba_try

import "sync"

type Lock struct {
	guard sync.Mutex
	taken bool
}

func (l *Lock) Lock() {
	for !l.TryLock() {
	}
}

func (l *Lock) TryLock() bool {
	l.guard.Lock()
	defer l.guard.Unlock()
	if l.taken {
		return false
	}
	l.taken = true
	return true
}

func (l *Lock) Unlock() {
	l.guard.Lock()
	l.taken = false
	l.guard.Unlock()
}

type Log struct {
	mu      sync.Mutex
	changes int
	lock    Lock
}

func (l *Log) Add() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lock.TryLock() // want lockorder
}

func (l *Log) Report() int {
	l.lock.guard.Lock()
	defer l.lock.guard.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changes
}

// A Turn is taken, or waited for: it says so by what it returns.
type Turn struct {
	mu    sync.Mutex
	taken int
}

func (t *Turn) Acquire() bool {
	t.mu.Lock()
	return true
}

func (t *Turn) Release() { t.mu.Unlock() }

type Table struct {
	mu   sync.Mutex
	turn Turn
	rows int
}

func (t *Table) Insert() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turn.Acquire() { // want lockorder
		t.rows++
		t.turn.Release()
	}
}

func (t *Table) Empty() {
	if t.turn.Acquire() {
		t.mu.Lock()
		t.rows = 0
		t.mu.Unlock()
		t.turn.Release()
	}
}
