// Command abba_two_calls takes two locks in one order before another goroutine starts and beside it, by the same functions.
package main

import "sync"

type store struct {
	a, b sync.Mutex
	n    int
}

func (s *store) begin() { s.a.Lock() }
func (s *store) end()   { s.a.Unlock() }
func (s *store) flush() {
	s.b.Lock()
	s.n++
	s.b.Unlock()
}
func (s *store) report() {
	s.b.Lock()
	s.begin() // want lockorder
	s.n++
	s.end()
	s.b.Unlock()
}
func (s *store) load() {
	s.begin()
	s.n = 1
	s.flush()
	s.end()
}
func (s *store) write() {
	s.begin()
	s.n = 2
	s.flush()
	s.end()
}
func main() {
	s := &store{}
	s.load()
	go s.report()
	for i := 0; i < 3; i++ {
		s.write()
	}
}
