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
				continue // want missing-unlock
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
			continue // want missing-unlock
		}
		sum += c.n
		c.mu.Unlock()
	}
	return sum
}
