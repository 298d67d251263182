// Package lacks_nothing has the same with nothing that could be missing, and correct functions.
package lacks_nothing

// Either waits whichever way the branch goes.
func Either(ok bool) {
	ch := make(chan int)
	go func() {
		ch <- 1 // want `^the goroutine of line 7 waits to send to ch`
	}()
	if ok {
		println("yes")
		close(make(chan int))
	}
}

func Four() {
	ch := make(chan int)
	for range 4 {
		go func() { ch <- 1 }()
	}
	for range 4 {
		<-ch
	}
}

func Same(ok bool) {
	ch := make(chan int)
	go func() {
		if ok {
			ch <- 1
		}
	}()
	if !ok {
		return
	}
	<-ch
}
