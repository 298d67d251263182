// Package bubblesort sorts one array by several goroutines.
//
// Source: BubbleSort of SIR, table 4.1 of Luo's thesis (2015).
// Bug: a sorter reads two neighbours in one critical section and writes them in another.
// Shows as: failed test, since a number is lost and another is there twice.
//
// family: sections
package bubblesort

import (
	"sync"
	"sync/atomic"
)

// An array is shared by the sorters.
type array struct {
	mu      sync.Mutex
	numbers []int
}

// pair returns two neighbours.
func (a *array) pair(i int) (left, right int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.numbers[i], a.numbers[i+1]
}

// put writes two neighbours.
func (a *array) put(i, left, right int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.numbers[i], a.numbers[i+1] = left, right
}

// order puts two neighbours in order and reports whether they were not.
func (a *array) order(i int) bool {
	left, right := a.pair(i)
	if left <= right {
		return false
	}
	a.put(i, right, left)
	return true
}

// progress is what a display would show.
type progress struct {
	passes atomic.Int64
	swaps  atomic.Int64
}

// A sorter makes passes until one changes nothing. The last pass of the last sorter saw
// the array as it stays, so the array is in order then.
func sorter(a *array, p *progress, report chan<- int) {
	for n := 1; ; n++ {
		p.passes.Add(1)
		swaps := pass(a)
		p.swaps.Add(int64(swaps))
		if swaps == 0 {
			report <- n
			return
		}
	}
}

// pass goes through the array once and returns the number of exchanges.
func pass(a *array) (swaps int) {
	for i := range len(a.numbers) - 1 {
		if a.order(i) {
			swaps++
		}
	}
	return swaps
}

// sort sorts numbers in place and returns how many passes there were.
func sort(numbers []int, sorters int) (passes int) {
	a := &array{numbers: numbers}
	p := &progress{}
	report := make(chan int)
	for range sorters {
		go sorter(a, p, report)
	}
	for range sorters {
		passes += <-report
	}
	if int64(passes) != p.passes.Load() {
		panic("a pass was not counted")
	}
	return passes
}
