// Package piper lets passengers board a small plane and leave it.
//
// Source: Piper of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: boarding and leaving passengers wait at one Cond, and Signal wakes only one of them.
// Shows as: deadlock, since the wrong one wakes and waits again.
//
// family: signals
package piper

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A plane has a few seats.
type plane struct {
	mu      sync.Mutex
	changed *sync.Cond
	seats   []string
	size    int
	peak    int
}

func newPlane(size int) *plane {
	p := &plane{size: size}
	p.changed = sync.NewCond(&p.mu)
	return p
}

// board waits for a free seat.
func (p *plane) board(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.seats) == p.size {
		p.changed.Wait()
	}
	p.seats = append(p.seats, name)
	p.peak = max(p.peak, len(p.seats))
	p.changed.Signal()
}

// leave waits for a passenger.
func (p *plane) leave() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.seats) == 0 {
		p.changed.Wait()
	}
	name := p.seats[0]
	p.seats = p.seats[1:]
	p.changed.Signal()
	return name
}

// A list counts the passengers that arrived.
type list struct {
	mu      sync.Mutex
	arrived map[string]int
	last    atomic.Int64
}

func (l *list) tick(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.arrived[name]++
	l.last.Store(int64(len(l.arrived)))
}

// gate sends the passengers of one gate.
func gate(p *plane, number, passengers int) {
	for i := range passengers {
		p.board(fmt.Sprintf("passenger %d of gate %d", i, number))
	}
}

// crew helps passengers out.
func crew(p *plane, l *list, passengers int) {
	for range passengers {
		l.tick(p.leave())
	}
}

// run brings the passengers of all gates over, and returns how many different ones arrived.
func run(size, gates, each int) (arrived, peak int) {
	p := newPlane(size)
	l := &list{arrived: map[string]int{}}
	var wg sync.WaitGroup
	for g := range gates {
		wg.Add(2)
		go func() {
			defer wg.Done()
			gate(p, g, each)
		}()
		go func() {
			defer wg.Done()
			crew(p, l, each)
		}()
	}
	wg.Wait()
	return len(l.arrived), p.peak
}
