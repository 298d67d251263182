// Package held_queue waits, with the lock held, for a worker to end. What was
// queued before needs the lock, and reaches the worker through an interface.
package held_queue

import "sync"

type Queue interface {
	Push(job func())
	Stop()
}

type fifo struct {
	mu   sync.Mutex
	jobs []func()
	stop bool
	more *sync.Cond
	done chan struct{}
}

func NewQueue() Queue {
	f := &fifo{done: make(chan struct{})}
	f.more = sync.NewCond(&f.mu)
	go f.run()
	return f
}

func (f *fifo) Push(job func()) {
	f.mu.Lock()
	f.jobs = append(f.jobs, job)
	f.mu.Unlock()
	f.more.Signal()
}

func (f *fifo) Stop() {
	f.mu.Lock()
	f.stop = true
	f.mu.Unlock()
	f.more.Signal()
	<-f.done
}

func (f *fifo) run() {
	defer close(f.done)
	for {
		f.mu.Lock()
		for len(f.jobs) == 0 && !f.stop {
			f.more.Wait()
		}
		if len(f.jobs) == 0 {
			f.mu.Unlock()
			return
		}
		job := f.jobs[0]
		f.jobs = f.jobs[1:]
		f.mu.Unlock()
		job()
	}
}

type Store struct {
	mu    sync.Mutex
	n     int
	queue Queue
}

func (s *Store) Compact() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.Push(func() { s.compact() })
}

func (s *Store) compact() {
	s.mu.Lock()
	s.n = 0
	s.mu.Unlock()
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.Stop() // want lockheld
}
