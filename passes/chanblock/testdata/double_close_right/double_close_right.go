// Package double_close_right closes each channel once.
package double_close_right

import (
	"sync"
	"sync/atomic"
	"testing"
)

func Once(jobs []func()) {
	done := make(chan struct{})
	var once sync.Once
	for _, j := range jobs {
		go func() {
			j()
			once.Do(func() { close(done) })
		}()
	}
	<-done
}

// Last is closed by the last one.
func Last(jobs []func()) {
	done := make(chan struct{})
	var left atomic.Int32
	left.Store(int32(len(jobs)))
	for _, j := range jobs {
		go func() {
			j()
			if left.Add(-1) == 0 {
				close(done)
			}
		}()
	}
	<-done
}

// Own makes one for each.
func Own(jobs []func()) {
	for _, j := range jobs {
		done := make(chan struct{})
		go func() {
			defer close(done)
			j()
		}()
		<-done
	}
}

type Box struct{ ch chan int }

// Reset makes a new one in between.
func (b *Box) Reset() {
	close(b.ch)
	b.ch = make(chan int)
	close(b.ch)
}

// Fails does not come to the second one.
func Fails(t testing.TB, work func() error) {
	ch := make(chan struct{})
	if work() != nil {
		close(ch)
		t.Fatal("work")
	}
	close(ch)
}

// Resume has nothing to close any more where it was closed before.
func Resume(pause chan<- chan<- struct{}, stop <-chan struct{}, work func()) {
	resume := make(chan struct{})
	select {
	case pause <- resume:
	case <-stop:
		close(resume)
		resume = nil
	}
	work()
	if resume != nil {
		<-resume
		close(resume)
	}
}

// Either closes it under a condition, and else under its opposite.
func Either(early bool, work func()) {
	ch := make(chan struct{})
	if early {
		close(ch)
	}
	work()
	if !early {
		close(ch)
	}
}

// Told closes it where a flag says that it was not.
func Told(work func() bool) {
	ch, closed := make(chan struct{}), false
	if work() {
		close(ch)
		closed = true
	}
	work()
	if !closed {
		close(ch)
	}
}

// Never has no channel to close: the first close panics, and the second one does not run.
func Never() {
	defer func() { recover() }()
	var ch chan int
	close(ch)
	close(ch)
}

// Seldom has no channel to close either.
func Seldom(early bool, work func()) {
	var ch chan int
	if early {
		close(ch)
	}
	work()
	close(ch)
}

// Backwards closes two channels, in one order or in the other.
func Backwards(left, right chan int, turn bool) {
	one, two := left, right
	if turn {
		one, two = right, left
	}
	close(one)
	close(two)
}

// Spare closes the channel that was not picked, of two that it makes.
func Spare(pick bool) {
	x, y := make(chan int), make(chan int)
	picked, spare := x, y
	if pick {
		picked, spare = y, x
	}
	close(spare)
	close(picked)
}
