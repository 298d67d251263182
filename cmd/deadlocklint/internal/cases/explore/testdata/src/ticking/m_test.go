// A goroutine of the process ticks for ever. It wakes nobody else.
package ticking

import (
	"sync/atomic"
	"testing"
	"time"
)

func init() {
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
}

// answer waits for an answer that one order of its two goroutines does not give.
func answer(size int) {
	c, done := make(chan int, size), make(chan struct{})
	var on atomic.Bool
	go on.Store(true)
	go func() {
		defer close(done)
		if on.Load() {
			c <- 1
		}
	}()
	<-done
}

func TestAnswer(t *testing.T) { answer(0) }

func TestAnswerWell(t *testing.T) { answer(1) }

// kept is a channel that all goroutines reach.
var kept = make(chan int)

// Nobody proves that kept has no receiver. But a run that goes on for ever is not passed over.
func TestKept(t *testing.T) {
	var on atomic.Bool
	done := make(chan struct{})
	go on.Store(true)
	go func() {
		defer close(done)
		if on.Load() {
			kept <- 1
		}
	}()
	<-done
}
