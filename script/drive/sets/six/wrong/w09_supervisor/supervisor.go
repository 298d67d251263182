// Package supervisor runs workers and starts those again that fail.
package supervisor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

var (
	// ErrStopped is returned by Start once the supervisor is stopped.
	ErrStopped = errors.New("supervisor is stopped")
	// ErrRunning is wrapped by the error of Start for a name that is in use.
	ErrRunning = errors.New("worker is running")
	// ErrWork is wrapped by the error of Start for a worker without work.
	ErrWork = errors.New("worker without work")
)

// Work is done by a worker until its context ends. Then it must return. It may start other
// workers, but must not call Stop. A panic counts as an error.
type Work func(ctx context.Context) error

// A Supervisor runs workers, each in a goroutine. New makes one, and Stop must be called at the
// end. All methods may be called from several goroutines.
type Supervisor struct {
	restarts int
	ctx      context.Context
	cancel   context.CancelFunc
	wg       sync.WaitGroup

	mu      sync.Mutex
	stopped bool
	running map[string]bool
	failed  map[string]error
}

// New returns a supervisor that starts a failing worker again, but only so many times. Less
// than zero means zero.
func New(restarts int) *Supervisor {
	s := &Supervisor{
		restarts: max(restarts, 0),
		running:  make(map[string]bool),
		failed:   make(map[string]error),
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Start runs a worker in the background. The name of a worker that has returned may be used
// again, which also clears its failure.
func (s *Supervisor) Start(name string, work Work) error {
	if work == nil {
		return fmt.Errorf("worker %q: %w", name, ErrWork)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return ErrStopped
	}
	if s.running[name] {
		return fmt.Errorf("worker %q: %w", name, ErrRunning)
	}
	s.running[name] = true
	delete(s.failed, name)
	s.wg.Add(1)
	go s.run(name, work)
	return nil
}

// Running returns the names of the workers that have not returned, in order.
func (s *Supervisor) Running() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.running))
	for name := range s.running {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Failure returns the last error of a worker that was given up, or nil.
func (s *Supervisor) Failure(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed[name]
}

// Stop ends the context of the workers and waits until all have returned. It may be called
// again.
func (s *Supervisor) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	s.cancel()
	s.wg.Wait()
}

// run makes the attempts of a worker.
func (s *Supervisor) run(name string, work Work) {
	defer s.wg.Done()
	err := s.attempt(work)
	for n := 0; err != nil && n < s.restarts && s.ctx.Err() == nil; n++ {
		err = s.attempt(work)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, name)
	if err != nil && s.ctx.Err() == nil {
		s.failed[name] = err
	}
}

// attempt does the work once.
func (s *Supervisor) attempt(work Work) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return work(s.ctx)
}
