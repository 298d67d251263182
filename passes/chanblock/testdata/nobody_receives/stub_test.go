package nobody_receives

import "testing"

// TestSink starts what blocks.
func TestSink(t *testing.T) {
	updated := make(chan string)
	update := func(name string) {
		updated <- name // want `blocks for ever: no goroutine receives from this channel`
	}
	update("again")
}
