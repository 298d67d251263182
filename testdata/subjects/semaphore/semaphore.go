// Package semaphore limits the jobs that run at a time, by a semaphore made of a Cond.
//
// Source: Semaphore, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: a release wakes a goroutine only when there was no permit.
// Shows as: deadlock, since two releases in a row wake one of two goroutines that wait.
//
// family: signals
package semaphore

import (
	"sync"
	"sync/atomic"
)

// A semaphore has permits.
type semaphore struct {
	mu      sync.Mutex
	free    *sync.Cond
	permits int
}

func newSemaphore(permits int) *semaphore {
	s := &semaphore{permits: permits}
	s.free = sync.NewCond(&s.mu)
	return s
}

func (s *semaphore) acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.permits == 0 {
		s.free.Wait()
	}
	s.permits--
}

func (s *semaphore) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.permits++
	if s.permits == 1 {
		s.free.Signal()
	}
}

// A job reports its steps.
type job struct {
	name  string
	steps int
}

// A board shows how far each job is.
type board struct {
	mu   sync.RWMutex
	done map[string]int
}

func (b *board) step(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done[name]++
}

func (b *board) steps(name string) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.done[name]
}

// A runner runs jobs under the semaphore.
type runner struct {
	semaphore *semaphore
	board     board
	total     atomic.Int64
}

// run takes the semaphore for each step.
func (r *runner) run(j job) {
	for range j.steps {
		r.semaphore.acquire()
		r.board.step(j.name)
		r.total.Add(1)
		r.semaphore.release()
	}
}

// all runs the jobs at the same time and returns the number of steps.
func (r *runner) all(jobs ...job) int64 {
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.run(j)
		}()
	}
	wg.Wait()
	return r.total.Load()
}
