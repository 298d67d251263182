// Package double_close closes a channel that is closed.
package double_close

func Twice(work func() error) {
	ch := make(chan struct{})
	defer close(ch) // want `the channel is closed here after it was closed in line 8`
	if work() != nil {
		close(ch)
		return
	}
}

func Each(jobs []func()) {
	done := make(chan struct{})
	for _, j := range jobs {
		go func() {
			defer close(done) // want `each goroutine started in line 16 closes this one channel: the second one dies`
			j()
		}()
	}
	<-done
}

// Resume forgets that it was closed.
func Resume(pause chan<- chan<- struct{}, stop <-chan struct{}, work func()) {
	resume := make(chan struct{})
	select {
	case pause <- resume:
	case <-stop:
		close(resume)
	}
	work()
	if resume != nil {
		<-resume
		close(resume) // want `the channel is closed here after it was closed in line 30`
	}
}

// Other makes another one on one way only.
func Other(early, late bool, work func()) {
	ch := make(chan struct{})
	if early {
		close(ch)
		if late {
			ch = make(chan struct{})
		}
	}
	work()
	close(ch) // want `the channel is closed here after it was closed in line 43`
}

// Both takes one of two channels, and closes it with the first one.
func Both(a, b chan int, same bool) {
	picked := b
	if same {
		picked = a
	}
	close(a)
	close(picked) // want `the channel is closed here after it was closed in line 58`
}
