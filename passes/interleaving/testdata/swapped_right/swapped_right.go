// Package swapped_right uses two objects in one order or in the other.
package swapped_right

import (
	"sync"
	"time"
)

func Channels(turn bool) {
	left, right := make(chan int), make(chan int)
	go func() { <-left }()
	go func() { <-right }()
	one, two := left, right
	if turn {
		one, two = right, left
	}
	close(one)
	close(two)
}

func Groups(turn bool) {
	var left, right sync.WaitGroup
	left.Add(1)
	right.Add(1)
	one, two := &left, &right
	if turn {
		one, two = &right, &left
	}
	go func() { left.Wait() }()
	go func() { right.Wait() }()
	one.Done()
	two.Done()
}

func Spare(turn bool) {
	left, right := make(chan int, 1), make(chan int, 1)
	picked, spare := left, right
	if turn {
		picked, spare = right, left
	}
	var both sync.WaitGroup
	both.Add(2)
	go func() { defer both.Done(); <-left }()
	go func() { defer both.Done(); <-right }()
	picked <- 1
	close(spare)
	both.Wait()
}

// Limited waits for ever only with a limit: without one the channel of the limit is nil.
func Limited(limit time.Duration) int {
	var over <-chan time.Time
	if limit > 0 {
		over = time.After(limit)
	}
	answer := make(chan int)
	go func() { answer <- 1 }()
	select {
	case n := <-answer:
		return n
	case <-over:
		return 0
	}
}

// Turns has a count that a loop changes.
func Turns(more func() bool) {
	done := make(chan int)
	n := 0
	for more() {
		n++
	}
	go func() { done <- 1 }()
	if n > 0 {
		<-done
		return
	}
	<-done
}
