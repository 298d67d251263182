package right

import (
	"sync"
	"testing"
)

// A session is opened once, by the first call, and closed once.
type session struct {
	open, shut sync.Once
	ready      chan struct{}
	gone       chan struct{}
	calls      int
}

func (s *session) call() {
	s.open.Do(func() { close(s.ready) })
	s.calls++
}

// shutdown ends the session, unless it was ended already.
func (s *session) shutdown(wait bool) {
	s.shut.Do(func() {
		close(s.gone)
	})
	if wait {
		<-s.ready
	}
}

// TestOnceDone: the session is gone before anybody waits for the first call.
func TestOnceDone(t *testing.T) {
	s := &session{ready: make(chan struct{}), gone: make(chan struct{})}
	var wg sync.WaitGroup
	wg.Add(3)
	go func() {
		defer wg.Done()
		s.shutdown(false)
	}()
	go func() {
		defer wg.Done()
		for n := range 3_000_000 {
			_ = n
		}
		s.shutdown(true)
	}()
	go func() {
		defer wg.Done()
		<-s.gone
		s.call()
	}()
	wg.Wait()
	if s.calls != 1 {
		t.Fatal(s.calls)
	}
}
