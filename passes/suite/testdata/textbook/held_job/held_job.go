// Package held_job waits, with the lock held, for a worker to end, which has been given a job that needs
// the lock. Another worker of the same type has none.
package held_job

import "sync"

type Job interface{ Do() }

type job struct {
	name string
	do   func()
}

func (j job) Do() { j.do() }

func NewJob(name string, do func()) Job { return job{name: name, do: do} }

type Queue interface {
	Push(j Job)
	Stop()
}

type fifo struct {
	mu   sync.Mutex
	jobs []Job
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

func (f *fifo) Push(j Job) {
	f.mu.Lock()
	f.jobs = append(f.jobs, j)
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
		j := f.jobs[0]
		f.jobs = f.jobs[1:]
		f.mu.Unlock()
		j.Do()
	}
}

type Store struct {
	mu    sync.Mutex
	n     int
	queue Queue
}

func NewStore() *Store { return &Store{queue: NewQueue()} }

func (s *Store) Compact() {
	j := NewJob("compact", func() { s.compact() })
	s.queue.Push(j)
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

func Serve(names chan string) {
	queue := NewQueue()
	defer queue.Stop()
	for n := range names {
		j := NewJob("add", func() { println(n) })
		queue.Push(j)
	}
}
