// Package says_received leaves somebody at a send: a variable says whether something else has been received.
package says_received

// Drain stops what fills a queue, and takes out of it what is there meanwhile.
func Drain(queue chan []byte, stop func() bool, write func([]byte)) {
	done := make(chan bool)
	go func() {
		done <- stop() // want `blocks for ever`
	}()
	stopped, received := false, false
	for !stopped {
		select {
		case stopped = <-done:
		case b := <-queue:
			received = true
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
