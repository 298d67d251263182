// Package refused has stock that is taken out piece by piece.
package refused

import (
	"errors"
	"sync"
)

// ErrEmpty says that there is not so much.
var ErrEmpty = errors.New("not so much in stock")

// A Stock has pieces of some goods.
type Stock struct {
	mu     sync.Mutex
	pieces map[string]int
}

// New is an empty stock.
func New() *Stock { return &Stock{pieces: map[string]int{}} }

// Put puts pieces in.
func (s *Stock) Put(goods string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pieces[goods] += n
}

// Take takes pieces out.
func (s *Stock) Take(goods string, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pieces[goods] < n {
		s.mu.Unlock()
		return ErrEmpty
	}
	s.pieces[goods] -= n
	return nil
}
