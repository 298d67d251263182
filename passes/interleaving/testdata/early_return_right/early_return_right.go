// Package early_return_right has room for the answer.
package early_return_right

import (
	"errors"
	"time"
)

func Ask(compute func() int) (int, error) {
	answer := make(chan int, 1)
	go func() { answer <- compute() }()
	select {
	case n := <-answer:
		return n, nil
	case <-time.After(time.Second):
		return 0, errors.New("late")
	}
}
