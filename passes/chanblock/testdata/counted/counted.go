// Package counted waits in a goroutine that is waited for.
package counted

import "sync"

func Literal(work func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		work()
		wg.Wait() // want `the goroutine waits for itself`
	}()
	wg.Wait()
}

func Late(work func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		work()
		wg.Wait() // want `the goroutine waits for itself`
		wg.Done()
	}()
}

func Go(work func()) {
	var wg sync.WaitGroup
	wg.Go(func() {
		work()
		wg.Wait() // want `the goroutine waits for itself`
	})
	wg.Wait()
}

// Server closes itself from its own goroutine.
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
			s.Close() // want `the goroutine waits for itself: .*Server.wg counts it until it calls Done, which comes after .*Server.wg.Wait`
			return
		}
	}
}

func (s *Server) Close() {
	close(s.errs)
	s.wg.Wait()
}
