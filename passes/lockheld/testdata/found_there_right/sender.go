// Package found_there_right receives with the lock held what it has found in the channel. Nobody else receives.
package found_there_right

import "sync"

type Sender struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready []func(int)
	jobs  chan int
}

func New() *Sender {
	s := &Sender{jobs: make(chan int, 10)}
	s.cond = sync.NewCond(&s.mu)
	go s.run()
	return s
}

func (s *Sender) Send(job int) {
	s.mu.Lock()
	s.mu.Unlock()
	s.jobs <- job
	s.mu.Lock()
	s.cond.Broadcast()
	s.mu.Unlock()
}

func (s *Sender) Ready(f func(int)) {
	s.mu.Lock()
	s.ready = append(s.ready, f)
	s.cond.Broadcast()
	s.mu.Unlock()
}

func (s *Sender) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if len(s.ready) == 0 || len(s.jobs) == 0 {
			s.cond.Wait()
			continue
		}
		job := <-s.jobs
		go s.ready[0](job)
		s.ready = s.ready[1:]
	}
}
