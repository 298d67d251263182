// Package shop has one mistake of each kind that a baseline may know.
package shop

import "sync"

type stock struct {
	mu    sync.Mutex
	order sync.Mutex
	news  chan int
	n     int
}

// take and give lock in both orders.
func (s *stock) take() {
	s.mu.Lock()
	s.order.Lock()
	s.n--
	s.order.Unlock()
	s.mu.Unlock()
}

func (s *stock) give() {
	s.order.Lock()
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	s.order.Unlock()
}

// count needs the lock that sum holds.
func (s *stock) sum() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count()
}

func (s *stock) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// tell sends with the lock that listen needs first.
func (s *stock) tell() {
	s.mu.Lock()
	s.news <- s.n
	s.mu.Unlock()
}

func (s *stock) listen() {
	s.mu.Lock()
	s.n = 0
	s.mu.Unlock()
	<-s.news
}

// sell leaves the lock behind.
func (s *stock) sell(n int) bool {
	s.order.Lock()
	if n > s.n {
		return false
	}
	s.n -= n
	s.order.Unlock()
	return true
}

// late waits for a channel that nobody knows.
func late() {
	never := make(chan int)
	<-never
}

// all counts up in the goroutine that it waits for.
func all(list []func()) {
	var wg sync.WaitGroup
	for _, f := range list {
		wg.Add(1)
		go f()
	}
	wg.Wait()
}
