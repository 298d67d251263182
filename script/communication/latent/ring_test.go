package latent

import (
	"sync"
	"testing"
)

type packet struct {
	hops    int
	payload [64]byte
}

// station hands packets on to the next one of a ring.
type station struct {
	inbox chan packet
	next  *station
	seen  int
}

func (s *station) loop(delivered *sync.WaitGroup) {
	for p := range s.inbox {
		s.seen++
		for i := range p.payload {
			p.payload[i] ^= byte(s.seen)
		}
		if p.hops == 0 {
			delivered.Done()
			continue
		}
		p.hops--
		s.next.inbox <- p
	}
}

func newRing(n int, delivered *sync.WaitGroup) []*station {
	ring := make([]*station, n)
	for i := range ring {
		ring[i] = &station{inbox: make(chan packet)}
	}
	for i, s := range ring {
		s.next = ring[(i+1)%n]
		go s.loop(delivered)
	}
	return ring
}

func TestRing(t *testing.T) {
	var delivered sync.WaitGroup
	ring := newRing(3, &delivered)
	for i := range 3 {
		delivered.Add(1)
		ring[i].inbox <- packet{hops: 2}
		for j := range 400_000 {
			_ = j * j
		}
	}
	delivered.Wait()
	for _, s := range ring {
		close(s.inbox)
	}
}
