// Package seen_over waits with a lock for jobs that take it where a channel is open and their context is over, but
// not in the order in which they would find the channel closed.
package seen_over

import (
	"context"
	"sync"
)

type Queue interface {
	Push(job func(context.Context))
	Stop()
}

type fifo struct {
	mu     sync.Mutex
	jobs   []func(context.Context)
	more   chan struct{}
	done   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
}

func NewQueue() Queue {
	f := &fifo{more: make(chan struct{}, 1), done: make(chan struct{})}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	go f.run()
	return f
}

func (f *fifo) Push(job func(context.Context)) {
	f.mu.Lock()
	f.jobs = append(f.jobs, job)
	f.mu.Unlock()
	select {
	case f.more <- struct{}{}:
	default:
	}
}

func (f *fifo) Stop() {
	f.mu.Lock()
	f.cancel()
	f.mu.Unlock()
	<-f.done
}

func (f *fifo) run() {
	defer close(f.done)
	for {
		f.mu.Lock()
		jobs := f.jobs
		f.jobs = nil
		f.mu.Unlock()
		for _, job := range jobs {
			job(f.ctx)
		}
		select {
		case <-f.more:
		case <-f.ctx.Done():
			return
		}
	}
}

// Unasked does not look at the context.
type Unasked struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewUnasked() *Unasked { return &Unasked{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Unasked) Compact() {
	s.queue.Push(func(ctx context.Context) {
		select {
		case <-s.stop:
		default:
			s.add()
		}
	})
}

func (s *Unasked) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Unasked) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop() // want `lockheld`
}

// First looks at the channel first.
type First struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewFirst() *First { return &First{stop: make(chan struct{}), queue: NewQueue()} }

func (s *First) Compact() {
	s.queue.Push(func(ctx context.Context) {
		select {
		case <-s.stop:
		default:
			if ctx.Err() != nil {
				s.add()
			}
		}
	})
}

func (s *First) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *First) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop() // want `lockheld`
}

// Either looks at the context on one of two ways.
type Either struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewEither() *Either { return &Either{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Either) Compact() {
	s.queue.Push(func(ctx context.Context) {
		if s.n == 0 || ctx.Err() != nil {
			select {
			case <-s.stop:
			default:
				s.add()
			}
		}
	})
}

func (s *Either) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Either) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop() // want `lockheld`
}

// Late ends the context before it closes the channel.
type Late struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewLate() *Late { return &Late{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Late) Compact() {
	s.queue.Push(func(ctx context.Context) {
		if ctx.Err() != nil {
			select {
			case <-s.stop:
			default:
				s.add()
			}
		}
	})
}

func (s *Late) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Late) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.Stop() // want `lockheld`
	close(s.stop)
}

// Abort is ended by somebody who does not close the channel.
type Abort struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewAbort() *Abort { return &Abort{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Abort) Compact() {
	s.queue.Push(func(ctx context.Context) {
		if ctx.Err() != nil {
			select {
			case <-s.stop:
			default:
				s.add()
			}
		}
	})
}

func (s *Abort) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Abort) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop() // want `lockheld`
}

func (s *Abort) Abort() { s.queue.Stop() }

// Replaced has another channel before the context ends.
type Replaced struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewReplaced() *Replaced { return &Replaced{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Replaced) Compact() {
	s.queue.Push(func(ctx context.Context) {
		if ctx.Err() != nil {
			select {
			case <-s.stop:
			default:
				s.add()
			}
		}
	})
}

func (s *Replaced) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Replaced) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.stop = make(chan struct{})
	s.queue.Stop() // want `lockheld`
}

// Sent is told by what is sent as well, which one receives.
type Sent struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewSent() *Sent { return &Sent{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Sent) Compact() {
	s.queue.Push(func(ctx context.Context) {
		if ctx.Err() != nil {
			select {
			case <-s.stop:
			default:
				s.add()
			}
		}
	})
}

func (s *Sent) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Sent) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop() // want `lockheld`
}

func (s *Sent) Tell() { s.stop <- struct{}{} }

// Other looks at a context of its own.
type Other struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewOther() *Other { return &Other{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Other) Compact() {
	s.queue.Push(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, 1)
		defer cancel()
		if ctx.Err() != nil {
			select {
			case <-s.stop:
			default:
				s.add()
			}
		}
	})
}

func (s *Other) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Other) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop() // want `lockheld`
}
