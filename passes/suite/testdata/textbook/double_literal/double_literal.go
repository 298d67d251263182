// Package double_literal calls a function literal with its lock held that leads back to it, through the object that made it and an interface.
package double_literal

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
	unlock := func() { le.mu.Unlock() }
	defer func() { unlock() }()
	l := le.leases[id]
	if l == nil {
		return context.Canceled
	}
	if l.remaining > 0 {
		le.cp(context.Background(), id, 0) // want doublelock
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
