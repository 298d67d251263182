// Package counted_right waits for others.
package counted_right

import "sync"

// Closer waits for the others, and is not counted.
func Closer(jobs []func() int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int)
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- j()
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

// Barrier calls Done before it waits.
func Barrier(n int, work func(int)) {
	var ready sync.WaitGroup
	ready.Add(n)
	for i := range n {
		go func() {
			ready.Done()
			ready.Wait()
			work(i)
		}()
	}
}

// Inner waits for a WaitGroup of its own.
func Inner(work func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		var inner sync.WaitGroup
		inner.Go(work)
		inner.Wait()
	}()
	wg.Wait()
}

// Server closes itself from a goroutine that nobody waits for.
type Server struct {
	wg   sync.WaitGroup
	errs chan error
}

func (s *Server) Start() {
	s.wg.Add(1)
	go s.loop()
}

func (s *Server) loop() {
	defer s.wg.Done()
	for err := range s.errs {
		if err != nil {
			go s.Close()
			return
		}
	}
}

func (s *Server) Close() {
	close(s.errs)
	s.wg.Wait()
}
