// Package pulled leaves coroutines of iter.Pull.
package pulled

import (
	"iter"
	"testing"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// pairs ends with the shorter sequence, and forgets to stop the longer one.
func pairs(a, b iter.Seq[int]) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		next, _ := iter.Pull(b)
		for v := range a {
			w, ok := next()
			if !ok || !yield(v, w) {
				return
			}
		}
	}
}

func TestForgotten(t *testing.T) {
	for range pairs(count(2), count(3)) {
	}
}

func TestNeverBegun(t *testing.T) {
	_, stop := iter.Pull(count(3))
	_ = stop
}

func TestStopped(t *testing.T) {
	next, stop := iter.Pull(count(3))
	defer stop()
	next()
}

func TestEnds(t *testing.T) {
	for range pairs(count(4), count(3)) {
	}
}

// Another goroutine goes on with it.
func TestHandedOn(t *testing.T) {
	next, stop := iter.Pull(count(3))
	next()
	done := make(chan bool)
	go func() { next(); stop(); close(done) }()
	<-done
}

var keptNext func() (int, bool)

func TestKept(t *testing.T) {
	keptNext, _ = iter.Pull(count(3))
	keptNext()
}
