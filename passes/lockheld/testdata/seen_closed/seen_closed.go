// Package seen_closed waits with a lock for a worker that takes it only where a channel is open, when its
// context is over or it has seen the channel closed. It goes on in the same way when it has
// nothing to do.
package seen_closed

import (
	"context"
	"sync"
)

type Store struct {
	mu     sync.Mutex
	n      int
	stop   chan struct{}
	done   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
}

func New() *Store {
	s := &Store{stop: make(chan struct{}), done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go s.run()
	return s
}

func (s *Store) run() {
	defer close(s.done)
	for s.ctx.Err() == nil {
		if !s.compact(s.ctx) {
			s.flush(nil)
			return
		}
	}
	s.flush(s.ctx)
}

// compact returns false when the channel is closed, or when there is nothing to do.
func (s *Store) compact(ctx context.Context) bool {
	select {
	case <-ctx.Done():
	case <-s.stop:
		return false
	default:
		return false
	}
	return true
}

func (s *Store) flush(ctx context.Context) {
	if ctx == nil || ctx.Err() != nil {
		select {
		case <-s.stop:
		default:
			s.mu.Lock()
			s.n++
			s.mu.Unlock()
		}
	}
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.cancel()
	<-s.done // want `lockheld`
}
