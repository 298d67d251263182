// Package clean_left takes locks that somebody else releases, when he chooses.
package clean_left

import (
	"sync"
	"sync/atomic"
	"time"
)

type Store struct {
	mu   sync.Mutex
	vals map[string]int
}

func NewStore() *Store { return &Store{vals: map[string]int{}} }

func (s *Store) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.vals)
	return nil
}

// Slow has a goroutine wait for a lock, and lets it go on.
func Slow() error {
	s := NewStore()
	errs := make(chan error)
	go func() {
		s.mu.Lock() // until the other one lets go of it
		errs <- s.Reset()
	}()
	time.Sleep(time.Millisecond)
	s.mu.Unlock()
	return <-errs
}

// A round is over when its lock is free.
type round struct {
	over sync.RWMutex
	err  error
}

// A Log writes in rounds.
type Log struct {
	current atomic.Pointer[round]
	stop    chan struct{}
}

func NewLog() *Log {
	l := &Log{stop: make(chan struct{})}
	first := &round{}
	first.over.Lock() // for run
	l.current.Store(first)
	go l.run()
	return l
}

func (l *Log) run() {
	for {
		select {
		case <-l.stop:
			return
		case <-time.After(time.Millisecond):
		}
		next := &round{}
		next.over.Lock()
		last := l.current.Swap(next)
		last.over.Unlock()
	}
}

// Wait waits until the round is over.
func (l *Log) Wait() error {
	r := l.current.Load()
	r.over.RLock()
	defer r.over.RUnlock()
	return r.err
}

// Twice waits for two, and has no lock itself.
func Twice() {
	l := NewLog()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.Wait()
		}()
	}
	wg.Wait()
	close(l.stop)
}
