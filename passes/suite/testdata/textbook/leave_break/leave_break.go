// Package leave_break breaks out of the loop when a time is over.
package leave_break

import "time"

// Count counts what comes in a second.
func Count(read func() (string, bool)) (n int) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for {
			line, ok := read()
			if !ok {
				return
			}
			lines <- line // want blocks-forever
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
