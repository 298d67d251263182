// Package left_in_a_loop makes a channel in every turn of a loop, and is told to stop
// while the goroutine of that turn has yet to send.
package left_in_a_loop

import (
	"context"
	"time"
)

// Probe asks again and again.
func Probe(ask func() bool, stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(time.Second):
			answer := make(chan bool)
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			go func() {
				answer <- ask() // want "blocks for ever"
				close(answer)
			}()
			select {
			case <-stop:
				cancel()
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

// Load calls until it is told to stop.
func Load(call func() error, stop chan bool) {
	for {
		done := make(chan bool)
		go func() {
			if call() != nil {
				done <- false
				return
			}
			done <- true // want "blocks for ever"
		}()
		select {
		case <-stop:
			return
		case <-done:
		}
	}
}

// Skip goes on with the next one when the answer takes long.
func Skip(asks []func() int) (sum int) {
	for _, ask := range asks {
		answer := make(chan int)
		go func() {
			answer <- ask() // want "blocks for ever"
		}()
		select {
		case n := <-answer:
			sum += n
		case <-time.After(time.Second):
		}
	}
	return sum
}
