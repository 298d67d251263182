// Package until_context waits with a lock held until a context ends, which may be never.
package until_context

import (
	"context"
	"sync"
)

type Relay struct {
	mu       sync.Mutex
	last     int
	signals  chan int
	stop     chan struct{}
	finished chan struct{}
}

func (r *Relay) relay() {
	defer func() { r.finished <- struct{}{} }()
	select {
	case <-r.stop:
		return
	case s := <-r.signals:
		r.keep(s)
	}
}

func (r *Relay) keep(s int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = s
}

func (r *Relay) Start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finished = make(chan struct{}, 1)
	r.stop = make(chan struct{}, 1)
	go r.relay()
}

func (r *Relay) Stop(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop <- struct{}{}
	select { // want `waits to receive from .*Relay.finished until its context ends, holding .*Relay.mu`
	case <-ctx.Done():
		return ctx.Err()
	case <-r.finished:
		close(r.finished)
		return nil
	}
}
