package told_before_right

import "sync"

// A Sleeper has a token that is there but while it sleeps: who wakes it up sends twice. Its
// constructor starts a goroutine that has it as well.
type Sleeper struct {
	mu    sync.Mutex
	token chan struct{}
	end   chan struct{}
	n     int
}

func NewSleeper() *Sleeper {
	s := &Sleeper{token: make(chan struct{}, 1), end: make(chan struct{})}
	s.token <- struct{}{}
	go func() { s.sleep() }()
	return s
}

func (s *Sleeper) sleep() {
	for {
		s.mu.Lock()
		if s.n > 0 {
			s.mu.Unlock()
			continue
		}
		<-s.token
		s.mu.Unlock()
		select {
		case <-s.token:
		case <-s.end:
			return
		}
	}
}

func (s *Sleeper) Wake() {
	s.mu.Lock()
	s.n++
	select {
	case s.token <- struct{}{}:
		s.token <- struct{}{}
	default:
	}
	s.mu.Unlock()
}
