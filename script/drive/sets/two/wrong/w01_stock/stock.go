// Package stock counts what is on shelves and tells what it is worth.
package stock

import (
	"errors"
	"maps"
	"sync"
)

// ErrShort is returned when there is less on a shelf than one wants to take.
var ErrShort = errors.New("stock: not enough on the shelf")

// A Pricer knows the prices of items. A Shelf is one, and so is a List.
type Pricer interface {
	// Price returns the price of an item, and whether it has one.
	Price(item string) (int, bool)
}

// A List is fixed prices.
type List map[string]int

// Price returns the price in the list.
func (l List) Price(item string) (int, bool) {
	price, ok := l[item]
	return price, ok
}

// A Discount takes Percent off the prices of another Pricer.
type Discount struct {
	Pricer
	Percent int
}

// Price returns the lower price.
func (d Discount) Price(item string) (int, bool) {
	price, ok := d.Pricer.Price(item)
	return price - price*d.Percent/100, ok
}

// A Shelf has items, and prices for some of them. The zero value is an empty one. Its methods
// may be called from several goroutines.
type Shelf struct {
	mu     sync.Mutex
	counts map[string]int
	prices map[string]int
}

// Put adds n of an item.
func (s *Shelf) Put(item string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	s.counts[item] += max(n, 0)
}

// Take removes n of an item, or nothing when there are not so many.
func (s *Shelf) Take(item string, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < 0 || s.counts[item] < n {
		return ErrShort
	}
	s.counts[item] -= n
	return nil
}

// SetPrice gives an item its price.
func (s *Shelf) SetPrice(item string, price int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prices == nil {
		s.prices = map[string]int{}
	}
	s.prices[item] = price
}

// Price returns the price that was set on this shelf.
func (s *Shelf) Price(item string) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	price, ok := s.prices[item]
	return price, ok
}

// Counts returns a copy of how many there are of each item.
func (s *Shelf) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.counts)
}

// Value returns what all items are worth at the prices of by, which may be the shelf itself.
// Items without a price are worth nothing.
func (s *Shelf) Value(by Pricer) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := 0
	for item, n := range s.counts {
		if price, ok := by.Price(item); ok {
			sum += n * price
		}
	}
	return sum
}
