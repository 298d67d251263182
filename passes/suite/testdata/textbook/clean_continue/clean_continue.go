// Package clean_continue goes on with the next one and unlocks, sooner or later.
package clean_continue

import (
	"net"
	"sync"
)

type Proxy struct {
	mu    sync.Mutex
	conns map[string]net.Conn
}

func (p *Proxy) Run(keys <-chan string) {
	for key := range keys {
		p.mu.Lock()
		c, ok := p.conns[key]
		if !ok {
			var err error
			if c, err = net.Dial("udp", key); err != nil {
				p.mu.Unlock()
				continue
			}
			p.conns[key] = c
		}
		p.mu.Unlock()
		c.Write([]byte(key))
	}
}

type Conn struct {
	mu     sync.Mutex
	closed bool
	n      int
}

// Open keeps those locked that it has chosen.
func Open(conns []*Conn) (chosen []*Conn) {
	for _, c := range conns {
		c.mu.Lock()
		if c.closed {
			c.mu.Unlock()
			continue
		}
		chosen = append(chosen, c)
	}
	return chosen
}

// All keeps all locked until it has looked at all.
func All(conns []*Conn) (sum int) {
	for _, c := range conns {
		c.mu.Lock()
		if c.closed {
			c.mu.Unlock()
		}
	}
	for _, c := range conns {
		if !c.closed {
			sum += c.n
			c.mu.Unlock()
		}
	}
	return sum
}

// Wait locks for the next turn at the end of each.
func (p *Proxy) Wait(next <-chan string) {
	p.mu.Lock()
	for key := range next {
		delete(p.conns, key)
		p.mu.Unlock()
		println(key)
		p.mu.Lock()
	}
	p.mu.Unlock()
}

// Lazy locks in one turn and unlocks in another.
func (p *Proxy) Lazy(keys []string) {
	locked := false
	for _, key := range keys {
		if key != "" && !locked {
			p.mu.Lock()
			locked = true
		}
		if key == "end" && locked {
			p.mu.Unlock()
			locked = false
			continue
		}
		println(key)
	}
	if locked {
		p.mu.Unlock()
	}
}

// Retry locks in the first turn.
func (p *Proxy) Retry(try func() bool) {
	for attempt := 0; attempt < 3; attempt++ {
		if attempt == 0 {
			p.mu.Lock()
		}
		if try() {
			p.mu.Unlock()
			return
		}
	}
	p.mu.Unlock()
}

type Set struct {
	mu      sync.RWMutex
	targets []string
	labels  int
}

type Manager struct {
	mu   sync.RWMutex
	sets map[string]*Set
}

func (m *Manager) relabel(n int) []int { return make([]int, n) }

// Send unlocks each set in a function that does a lot besides.
func (m *Manager) Send(version int) bool {
	m.mu.RLock()
	sets := m.sets
	m.mu.RUnlock()
	var wg sync.WaitGroup
	for _, s := range sets {
		s.mu.RLock()
		if s.labels > 0 {
			if len(m.relabel(s.labels)) == 0 {
				s.mu.RUnlock()
				continue
			}
		}
		switch version {
		case 1:
			if s.labels == 3 {
				s.mu.RUnlock()
				return false
			}
		case 2:
		default:
			s.mu.RUnlock()
			return false
		}
		for _, t := range s.targets {
			wg.Add(1)
			go func(t string) {
				println(t)
				wg.Done()
			}(t)
		}
		s.mu.RUnlock()
	}
	wg.Wait()
	return true
}

// Hold does as much, and keeps those locked that it has chosen.
func (m *Manager) Hold(version int) (chosen []*Set) {
	m.mu.RLock()
	sets := m.sets
	m.mu.RUnlock()
	var wg sync.WaitGroup
	for _, s := range sets {
		s.mu.RLock()
		if s.labels > 0 {
			if len(m.relabel(s.labels)) == 0 {
				chosen = append(chosen, s)
				continue
			}
		}
		switch version {
		case 1:
			if s.labels == 3 {
				s.mu.RUnlock()
				return chosen
			}
		case 2:
		default:
			s.mu.RUnlock()
			return chosen
		}
		for _, t := range s.targets {
			wg.Add(1)
			go func(t string) {
				println(t)
				wg.Done()
			}(t)
		}
		s.mu.RUnlock()
	}
	wg.Wait()
	return chosen
}

func (s *Set) Sync(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets = make([]string, n)
}
