// Package wronglock counts the stock of a shop with two kinds of users.
//
// Source: Wrong Lock of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: clerks lock the stock, and suppliers lock the list of suppliers instead.
// Shows as: failed test, since a delivery is lost.
//
// family: unguarded
package wronglock

import (
	"sync"
	"sync/atomic"
)

// A stock is a number of pieces. It is atomic so that displays need no lock.
type stock struct {
	mu     sync.Mutex
	pieces atomic.Int64
}

// change needs the lock.
func (s *stock) change(by int64) { s.pieces.Store(s.pieces.Load() + by) }

// suppliers lists what each supplier delivered.
type suppliers struct {
	mu        sync.Mutex
	delivered map[string]int64
}

// A shop has a stock, suppliers, and a till.
type shop struct {
	stock     stock
	suppliers suppliers
	till      till
}

type till struct {
	mu    sync.Mutex
	cents int64
	sales int
}

func (t *till) take(cents int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cents += cents
	t.sales++
}

// sell is what a clerk does.
func (s *shop) sell(pieces int64) bool {
	s.stock.mu.Lock()
	enough := s.stock.pieces.Load() >= pieces
	if enough {
		s.stock.change(-pieces)
	}
	s.stock.mu.Unlock()
	if enough {
		s.till.take(100 * pieces)
	}
	return enough
}

// deliver is what a supplier does.
func (s *shop) deliver(name string, pieces int64) {
	s.suppliers.mu.Lock()
	defer s.suppliers.mu.Unlock()
	s.suppliers.delivered[name] += pieces
	s.stock.change(pieces)
}

// work is a clerk: it serves orders until there are none.
func (s *shop) work(orders <-chan int64, sold *atomic.Int64) {
	for pieces := range orders {
		if s.sell(pieces) {
			sold.Add(pieces)
		}
	}
}

// run opens the shop with 10 pieces and returns what should be left and what is.
func run(clerks int, orders ...int64) (want, got int64) {
	s := &shop{suppliers: suppliers{delivered: map[string]int64{}}}
	s.stock.pieces.Store(10)
	queue := make(chan int64, len(orders))
	for _, o := range orders {
		queue <- o
	}
	close(queue)
	var wg sync.WaitGroup
	var sold atomic.Int64
	for range clerks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.work(queue, &sold)
		}()
	}
	for _, name := range []string{"north", "south"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.deliver(name, 5)
		}()
	}
	wg.Wait()
	return 20 - sold.Load(), s.stock.pieces.Load()
}
