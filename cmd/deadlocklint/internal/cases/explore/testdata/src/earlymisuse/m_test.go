// A queue is closed between the look and the send when the sleep is over early. The other test gives
// up on a late producer, and then closes its channel.
package m

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestQueue(t *testing.T) {
	var closed atomic.Bool
	lines, done := make(chan string, 4), make(chan bool)
	go func() {
		if !closed.Load() {
			lines <- "one"
		}
		close(done)
	}()
	time.Sleep(10 * time.Millisecond)
	closed.Store(true)
	close(lines)
	<-done
}

func TestGivesUpWell(t *testing.T) {
	lines := make(chan string, 4)
	defer close(lines)
	go func() { lines <- "one" }()
	select {
	case <-lines:
	case <-time.After(10 * time.Millisecond):
		t.Error("late")
	}
}
