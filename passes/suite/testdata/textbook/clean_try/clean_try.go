// Package clean_try has a lock type whose TryLock takes the lock inside when a counter says that nobody has it.
package clean_try

import (
	"sync"
	"sync/atomic"
)

type Lock struct {
	users atomic.Int32
	mu    sync.Mutex
}

func (l *Lock) Lock() {
	for !l.users.CompareAndSwap(0, 1) {
	}
	l.mu.Lock()
}

func (l *Lock) TryLock() bool {
	if !l.users.CompareAndSwap(0, 1) {
		return false
	}
	l.mu.Lock()
	return true
}

func (l *Lock) Unlock() {
	l.mu.Unlock()
	l.users.Store(0)
}

type Folder struct {
	lock Lock
	used int
}

type Log struct {
	mu      sync.Mutex
	changes int
	folders []*Folder
}

// Add finds a folder that nobody has.
func (l *Log) Add() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.folders {
		if f.lock.TryLock() {
			f.used++
			f.lock.Unlock()
			return true
		}
	}
	return false
}

// Shrink has a folder to itself, and moves what is in it elsewhere.
func (l *Log) Shrink(f *Folder) {
	f.lock.Lock()
	defer f.lock.Unlock()
	var wg sync.WaitGroup
	for range f.used {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.Add()
		}()
	}
	wg.Wait()
	l.mu.Lock()
	l.changes++
	l.mu.Unlock()
}

// Has sees that nobody gets a lock that is held.
func Has(l *Lock, mu *sync.RWMutex) (both bool) {
	l.Lock()
	mu.Lock()
	if l.TryLock() || mu.TryRLock() {
		both = true
	}
	mu.Unlock()
	l.Unlock()
	l.Lock()
	mu.Lock()
	mu.Unlock()
	l.Unlock()
	return both
}
