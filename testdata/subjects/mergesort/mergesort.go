// Package mergesort sorts by goroutines as long as a limit allows them.
//
// Source: Merge Sort of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: a child says that it has ended before it stores its half.
// Shows as: failed test, since the parent merges without this half.
//
// family: order
package mergesort

import (
	"sync"
	"sync/atomic"
)

// A limit counts the goroutines that may still start.
type limit struct {
	mu   sync.Mutex
	left int
}

func (l *limit) take() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left == 0 {
		return false
	}
	l.left--
	return true
}

func (l *limit) give() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left++
}

// halves are the results of two children.
type halves struct {
	mu     sync.Mutex
	sorted [2][]int
	ended  chan int
}

func (h *halves) store(i int, numbers []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sorted[i] = numbers
}

func (h *halves) both() (left, right []int) {
	<-h.ended
	<-h.ended
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sorted[0], h.sorted[1]
}

// A sorter counts merges and goroutines.
type sorter struct {
	limit      limit
	merges     atomic.Int64
	goroutines atomic.Int64
}

// child sorts one half and gives its permit back.
func (s *sorter) child(h *halves, i int, numbers []int, permit bool) {
	sorted := s.sort(numbers)
	h.ended <- i
	h.store(i, sorted)
	if permit {
		s.limit.give()
	}
}

// sort returns the numbers in order.
func (s *sorter) sort(numbers []int) []int {
	if len(numbers) < 2 {
		return numbers
	}
	h := &halves{ended: make(chan int, 2)}
	middle := len(numbers) / 2
	if s.limit.take() {
		s.goroutines.Add(1)
		go s.child(h, 0, numbers[:middle], true)
	} else {
		s.child(h, 0, numbers[:middle], false)
	}
	s.child(h, 1, numbers[middle:], false)
	return s.merge(h.both())
}

func (s *sorter) merge(left, right []int) []int {
	s.merges.Add(1)
	var all []int
	for len(left) > 0 && len(right) > 0 {
		if left[0] <= right[0] {
			all, left = append(all, left[0]), left[1:]
		} else {
			all, right = append(all, right[0]), right[1:]
		}
	}
	return append(append(all, left...), right...)
}
