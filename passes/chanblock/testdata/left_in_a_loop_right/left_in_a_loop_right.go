// Package left_in_a_loop_right looks like package left_in_a_loop.
package left_in_a_loop_right

import (
	"context"
	"time"
)

// Probe waits for the answer before it stops.
func Probe(ask func() bool, stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(time.Second):
			answer := make(chan bool)
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			go func() {
				answer <- ask()
				close(answer)
			}()
			select {
			case <-stop:
				cancel()
				<-answer
				return
			case <-answer:
				cancel()
			case <-ctx.Done():
				cancel()
				<-answer
			}
		}
	}
}

// Load makes the channel once, and receives in every turn from the goroutine of that turn
// or of one before.
func Load(call func() error, calls int) {
	done := make(chan bool)
	for range calls {
		go func() {
			done <- call() != nil
		}()
		if <-done {
			continue
		}
	}
}

// Late receives what one turn has left in the next one.
func Late(asks []func() int, ready func() bool) (sum int) {
	answer := make(chan int)
	started := false
	for _, ask := range asks {
		if !started {
			started = true
			go func() { answer <- ask() }()
		}
		if ready() {
			sum += <-answer
			started = false
		}
	}
	if started {
		sum += <-answer
	}
	return sum
}

// Ask has a channel for every question, and waits for the answer.
func Ask(asks []func() int, quick func() bool) (sum int) {
	for _, ask := range asks {
		answer := make(chan int)
		go func() {
			answer <- ask()
		}()
		if quick() {
			sum += <-answer
			continue
		}
		sum += 2 * <-answer
	}
	return sum
}
