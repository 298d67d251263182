// Package clean_literal calls a function literal that leads back to it when it has released its lock.
package clean_literal

import (
	"context"
	"sync"
	"time"
)

type Checkpointer func(ctx context.Context, id int64, left time.Duration)

type Lessor interface {
	SetCheckpointer(cp Checkpointer)
	Checkpoint(id int64, left time.Duration) error
	Renew(id int64) error
}

type lease struct {
	id        int64
	remaining time.Duration
}

type lessor struct {
	mu     sync.RWMutex
	cp     Checkpointer
	leases map[int64]*lease
}

func New() Lessor { return &lessor{leases: map[int64]*lease{}} }

func (le *lessor) SetCheckpointer(cp Checkpointer) {
	le.mu.Lock()
	defer le.mu.Unlock()
	le.cp = cp
}

func (le *lessor) Checkpoint(id int64, left time.Duration) error {
	le.mu.Lock()
	defer le.mu.Unlock()
	if l, ok := le.leases[id]; ok {
		l.remaining = left
	}
	return nil
}

func (le *lessor) Renew(id int64) error {
	le.mu.Lock()
	l := le.leases[id]
	le.mu.Unlock()
	if l == nil {
		return context.Canceled
	}
	if l.remaining > 0 {
		le.cp(context.Background(), id, 0)
	}
	return nil
}

type Server struct{ le Lessor }

func NewServer() *Server {
	s := &Server{le: New()}
	s.le.SetCheckpointer(func(ctx context.Context, id int64, left time.Duration) {
		s.apply(id, left)
	})
	return s
}

func (s *Server) apply(id int64, left time.Duration) { s.le.Checkpoint(id, left) }
