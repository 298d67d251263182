// Package says_received_right leaves nobody at a send: a variable says whether it has been received.
package says_received_right

// Drain stops what fills a queue, and takes out of it what is there meanwhile.
func Drain(queue chan []byte, stop func() bool, write func([]byte)) {
	done := make(chan bool)
	go func() {
		done <- stop()
	}()
	stopped, received := false, false
	for !stopped {
		select {
		case stopped = <-done:
			received = true
		case b := <-queue:
			if b == nil {
				if !received {
					<-done
				}
				return
			}
			write(b)
		}
	}
}
