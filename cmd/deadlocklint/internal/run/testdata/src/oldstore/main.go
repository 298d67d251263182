package main

import (
	"context"
	"sync"
	"time"

	sema "golang.org/x/sync/semaphore"
)

// A store has as many units as its copies need, and then no copy waits.
type store struct {
	buffers *sema.Weighted
	mu      sync.Mutex
	cond    *sync.Cond
	copies  int
}

func (s *store) copy(ctx context.Context) {
	for i := 0; i < 2; i++ {
		if s.buffers.Acquire(ctx, 1) == nil {
			defer s.buffers.Release(1)
		}
	}
	s.mu.Lock()
	s.copies++
	s.mu.Unlock()
	s.cond.Broadcast()
}

func main() {
	s := &store{buffers: sema.NewWeighted(units)}
	s.cond = sync.NewCond(&s.mu)
	go s.copy(context.Background())
	go func() {
		time.Sleep(20 * time.Millisecond)
		s.copy(context.Background())
	}()
	s.mu.Lock()
	for s.copies < 2 {
		s.cond.Wait()
	}
	s.mu.Unlock()
}
