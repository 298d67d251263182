// Package seen_over_right waits with a lock for jobs that take it only where the channel is open when their context
// is over. The channel is closed before the context ends.
package seen_over_right

import (
	"context"
	"sync"
	"time"
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

type Store struct {
	mu    sync.Mutex
	n     int
	took  time.Duration
	stop  chan struct{}
	queue Queue
}

func NewStore() *Store { return &Store{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Store) Compact(ch chan struct{}) {
	s.queue.Push(func(ctx context.Context) {
		switch {
		case ctx.Err() != nil:
			s.barrier(ctx, ch)
		case !s.compact():
			s.barrier(nil, ch)
		default:
			close(ch)
		}
	})
	s.queue.Push(func(context.Context) { s.barrier(context.TODO(), ch) })
}

// compact returns false when the store is closed before it is done.
func (s *Store) compact() bool {
	started := time.Now()
	defer func() { s.took = time.Since(started) }()
	for range 10 {
		select {
		case <-s.stop:
			return false
		default:
		}
	}
	return true
}

func (s *Store) barrier(ctx context.Context, ch chan struct{}) {
	if ctx == nil || ctx.Err() != nil {
		select {
		case <-s.stop:
		default:
			s.mu.Lock()
			s.n++
			s.mu.Unlock()
		}
		return
	}
	close(ch)
}

func (s *Store) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop()
	s.n = 0
	s.queue = NewQueue()
	s.stop = make(chan struct{})
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop()
}

// Plain is the same with one job, which takes the lock in a function.
type Plain struct {
	mu    sync.Mutex
	n     int
	stop  chan struct{}
	queue Queue
}

func NewPlain() *Plain { return &Plain{stop: make(chan struct{}), queue: NewQueue()} }

func (s *Plain) Compact() {
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

func (s *Plain) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Plain) Restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.stop)
	s.queue.Stop()
}
