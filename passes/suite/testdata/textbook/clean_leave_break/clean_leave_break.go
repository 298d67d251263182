// Package clean_leave_break closes a channel when it breaks out of the loop, which ends the sender.
package clean_leave_break

import "time"

// Count counts what comes in a second.
func Count(read func() (string, bool)) (n int) {
	lines, done := make(chan string), make(chan struct{})
	defer close(done)
	go func() {
		defer close(lines)
		for {
			line, ok := read()
			if !ok {
				return
			}
			select {
			case lines <- line:
			case <-done:
				return
			}
		}
	}()
	end := time.NewTimer(time.Second)
loop:
	for {
		select {
		case _, ok := <-lines:
			if !ok {
				break loop
			}
			n++
		case <-end.C:
			break loop
		}
	}
	return n
}
