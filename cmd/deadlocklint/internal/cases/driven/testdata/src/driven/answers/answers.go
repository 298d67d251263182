// Package answers starts a goroutine whose answer nobody takes in time.
package answers

import "time"

// Ask asks, and gives up after a while.
func Ask(name string, patience time.Duration) (string, bool) {
	answer := make(chan string)
	go func() {
		time.Sleep(10 * time.Millisecond)
		answer <- name
	}()
	select {
	case s := <-answer:
		return s, true
	case <-time.After(patience):
		return "", false
	}
}
