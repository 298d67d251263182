// Package answers_fixed has room for an answer that nobody takes.
package answers_fixed

import "time"

// Ask asks, and gives up after a while.
func Ask(name string, patience time.Duration) (string, bool) {
	answer := make(chan string, 1)
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
