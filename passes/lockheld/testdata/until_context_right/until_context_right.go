// Package until_context_right waits with a lock held for a time that is limited, or for
// somebody who does not need the lock.
package until_context_right

import (
	"context"
	"sync"
	"time"
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
	r.finished = make(chan struct{}, 1)
	r.stop = make(chan struct{}, 1)
	go r.relay()
}

func (r *Relay) Stop(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r.stop <- struct{}{}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-r.finished:
		return nil
	}
}

// A Loop does not need the lock.
type Loop struct {
	mu   sync.Mutex
	work chan func()
	done chan struct{}
}

func (l *Loop) run() {
	for f := range l.work {
		f()
	}
	l.done <- struct{}{}
}

func (l *Loop) Start() {
	l.done = make(chan struct{})
	go l.run()
}

func (l *Loop) Stop(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.work)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-l.done:
		return nil
	}
}
