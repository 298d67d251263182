package session

import (
	"sync"
	"testing"
)

func TestWorkers(t *testing.T) {
	s := &Session{}
	var wg sync.WaitGroup
	wg.Add(1)
	ready := make(chan bool, 1)
	go func() {
		defer wg.Done()
		ready <- true
		s.Open()
	}()
	<-ready
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.Send(i)
		}()
	}
	wg.Wait()
	if s.Sum() != 3 {
		t.Errorf("sum %d", s.Sum())
	}
}
