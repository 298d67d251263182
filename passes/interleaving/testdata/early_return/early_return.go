// Package early_return has a sender that nobody receives from when a time is over first.
package early_return

import (
	"errors"
	"time"
)

func Ask(compute func() int) (int, error) {
	answer := make(chan int)
	go func() {
		answer <- compute() // want `waits to send to answer .*no goroutine is left`
	}()
	select {
	case n := <-answer:
		return n, nil
	case <-time.After(time.Second):
		return 0, errors.New("late")
	}
}
