// Package many_values_right changes a channel variable more often than the check follows.
package many_values_right

func Grow(large bool) {
	var queue chan string
	ready := make(chan struct{})
	go func() {
		<-ready
		if queue != nil {
			queue <- "first"
		}
	}()
	if large {
		queue = make(chan string, 10)
		queue = make(chan string, 20)
		queue = make(chan string, 30)
		queue = make(chan string, 40)
		queue = make(chan string, 50)
	}
	ready <- struct{}{}
}
