package add_in_goroutine_right

import "sync"

// A Pool is counted before its worker starts, which counts more workers.
type Pool struct {
	wg   sync.WaitGroup
	jobs chan func()
}

func (p *Pool) Start() {
	p.wg.Add(1)
	go p.work()
}

func (p *Pool) work() {
	defer p.wg.Done()
	for j := range p.jobs {
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			j()
		}()
	}
}

func (p *Pool) Close() {
	close(p.jobs)
	p.wg.Wait()
}

// A Server counts, in one function, what its goroutines start, each while it is
// counted itself.
type Server struct {
	wg    sync.WaitGroup
	conns chan func()
}

func (s *Server) start(f func()) {
	s.wg.Add(1)
	go f()
}

func (s *Server) Accept() {
	s.start(func() {
		defer s.wg.Done()
		for c := range s.conns {
			s.start(func() {
				defer s.wg.Done()
				c()
			})
		}
	})
}

func (s *Server) Close() {
	close(s.conns)
	s.wg.Wait()
}
