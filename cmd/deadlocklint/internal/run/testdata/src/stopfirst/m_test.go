// Package m has a test that fails under some schedules, a broken one, and two that end well.
package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

// count adds one to n in each of some goroutines.
func count(goroutines int, one func(n *atomic.Int64)) int64 {
	var n atomic.Int64
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() { one(&n) })
	}
	all.Wait()
	return n.Load()
}

func add(n *atomic.Int64) { n.Add(1) }

// lose takes two steps where add takes one.
func lose(n *atomic.Int64) {
	v := n.Load()
	n.Store(v + 1)
}

func TestRight(t *testing.T) {
	if n := count(2, add); n != 2 {
		t.Error(n)
	}
}

func TestBroken(t *testing.T) {
	if n := count(2, add); n != 3 {
		t.Error(n)
	}
}

func TestLost(t *testing.T) {
	if n := count(2, lose); n != 2 {
		t.Error(n)
	}
}

func TestAfter(t *testing.T) {
	if n := count(1, add); n != 1 {
		t.Error(n)
	}
}
