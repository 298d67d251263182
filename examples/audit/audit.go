// Package audit hands events to the goroutine that writes them down. When that goroutine
// has stopped, one more event blocks its sender for ever. A global variable reaches the
// channel, so another goroutine could still receive.
package audit

var events = make(chan string) // fix: var events = make(chan string, 64)

// Emit does not wait until the event is written.
func Emit(event string) {
	go func() { events <- event }()
}

// Write hands the next n events to a log.
func Write(n int, log func(event string)) {
	for range n {
		log(<-events)
	}
}
