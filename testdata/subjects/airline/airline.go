// Package airline sells the seats of one flight through several agents.
//
// Source: Airline of SIR, table 4.1 of Luo's thesis (2015).
// Bug: an agent asks for a free seat in one critical section and takes it in another.
// Shows as: failed test, since more seats are sold than the flight has.
//
// family: sections
package airline

import (
	"fmt"
	"sync"
)

// A flight counts the seats that are sold.
type flight struct {
	mu       sync.Mutex
	sold     int
	capacity int
}

func (f *flight) free() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sold < f.capacity
}

func (f *flight) sell() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sold++
	return f.sold
}

// fares has the price of a seat, which grows with the requests.
type fares struct {
	mu    sync.RWMutex
	price int
}

func (f *fares) quote() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.price
}

func (f *fares) raise() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.price += 5
}

// ledger lists what was sold.
type ledger struct {
	mu    sync.Mutex
	lines []string
	total int
}

func (l *ledger) enter(agent, seat, price int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf("agent %d: seat %d for %d", agent, seat, price))
	l.total += price
}

// An office is a flight with the agents that sell it.
type office struct {
	flight    flight
	fares     fares
	ledger    ledger
	customers chan int
	refused   chan int
}

func newOffice(capacity, customers int) *office {
	o := &office{
		flight:    flight{capacity: capacity},
		fares:     fares{price: 100},
		customers: make(chan int, customers),
		refused:   make(chan int, customers),
	}
	for c := range customers {
		o.customers <- c
	}
	close(o.customers)
	return o
}

// serve is one agent.
func (o *office) serve(agent int) {
	for customer := range o.customers {
		price := o.fares.quote()
		if !o.flight.free() {
			o.refused <- customer
			continue
		}
		seat := o.flight.sell()
		o.ledger.enter(agent, seat, price)
		if seat%2 == 0 {
			o.fares.raise()
		}
	}
}

// run lets the agents serve all customers.
func (o *office) run(agents int) {
	var wg sync.WaitGroup
	for a := range agents {
		wg.Add(1)
		go func() {
			defer wg.Done()
			o.serve(a)
		}()
	}
	wg.Wait()
}
