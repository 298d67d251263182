// Package unlock_continue goes on with the next one and forgets to unlock.
package unlock_continue

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
				continue // want missingunlock
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

func Sum(conns []*Conn) (sum int) {
	for _, c := range conns {
		c.mu.Lock()
		if c.closed {
			continue // want missingunlock
		}
		sum += c.n
		c.mu.Unlock()
	}
	return sum
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

// relabel leaves out what nobody wants.
func (m *Manager) relabel(n int) []int { return make([]int, n) }

// Send forgets the lock of a set in a function that does a lot besides: each lock
// that was forgotten is one more that may be held in the next turn.
func (m *Manager) Send(version int) bool {
	m.mu.RLock()
	sets := m.sets
	m.mu.RUnlock()
	var wg sync.WaitGroup
	for _, s := range sets {
		s.mu.RLock()
		if s.labels > 0 {
			if len(m.relabel(s.labels)) == 0 {
				continue // want missingunlock
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

func (s *Set) Sync(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets = make([]string, n)
}
