package m

import (
	"sync"
	"testing"
	"time"
)

type pair struct {
	mu, rw      sync.Mutex
	up, down    sync.Once
	left, right int
	turn        chan bool
}

func (p *pair) raise() {
	p.mu.Lock()
	p.turn <- true
	p.rw.Lock()
	p.left++
	p.rw.Unlock()
	p.mu.Unlock()
}

func (p *pair) lower() {
	<-p.turn
	p.rw.Lock()
	p.mu.Lock()
	p.right++
	p.mu.Unlock()
	p.rw.Unlock()
}

func (p *pair) begin() {
	p.up.Do(p.raise)
	p.down.Do(p.lower)
}

func (p *pair) end() {
	p.down.Do(p.lower)
	p.up.Do(p.raise)
}

func TestPair(t *testing.T) {
	p := &pair{turn: make(chan bool, 2)}
	done := make(chan bool, 2)
	go func() {
		p.begin()
		done <- true
	}()
	time.Sleep(6 * time.Millisecond)
	go func() {
		p.end()
		done <- true
	}()
	<-done
	<-done
}
