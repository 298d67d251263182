// Package several_ends_right waits without the lock, or for who is done before it takes it.
package several_ends_right

import "sync"

// A Pool waits for a goroutine that has two ends.
type Pool struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	stop chan struct{}
	n    int
}

func (p *Pool) Start() {
	p.wg.Add(1)
	go p.work()
}

func (p *Pool) work() {
	defer p.wg.Done()
	select {
	case <-p.stop:
		return
	default:
	}
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

func (p *Pool) Stop() {
	p.mu.Lock()
	p.n = 0
	p.mu.Unlock()
	p.wg.Wait()
}

// A Feed is done with before its goroutine takes the lock.
type Feed struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	stop chan struct{}
	n    int
}

func (f *Feed) Start() {
	f.wg.Add(1)
	go f.work()
}

func (f *Feed) work() {
	select {
	case <-f.stop:
		f.wg.Done()
		return
	default:
	}
	f.wg.Done()
	f.mu.Lock()
	f.n++
	f.mu.Unlock()
}

func (f *Feed) Stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wg.Wait()
}

// A Shard counts what it gives back while it has the lock, when there is something.
type Shard struct {
	mu    sync.Mutex
	wg    sync.WaitGroup
	nodes map[int]*int
}

func (s *Shard) Evict(key int, leak bool) {
	s.mu.Lock()
	n := s.nodes[key]
	var v *int
	if n != nil {
		delete(s.nodes, key)
		v = n
		if v != nil {
			if !leak {
				*v = 0
			}
			s.wg.Add(1)
		}
	}
	s.mu.Unlock()
	if v != nil {
		s.release(v)
	}
}

func (s *Shard) release(*int) { s.wg.Done() }

func (s *Shard) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wg.Wait()
}
