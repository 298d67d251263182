// Package nobody_sends receives what nobody sends.
package nobody_sends

func Await(work func()) {
	done := make(chan struct{})
	go func() {
		work()
	}()
	<-done // want `blocks for ever: no goroutine sends to this channel or closes it`
}

func Nil(work func() int) int {
	var results chan int
	go func() {
		results <- work() // want `blocks for ever: no channel is assigned to this variable, it is nil`
	}()
	return <-results // want `blocks for ever: no channel is assigned to this variable, it is nil`
}

// Sometimes sends on one path only.
func Sometimes(work func() (int, error)) int {
	result := make(chan int)
	go func() {
		v, err := work()
		if err != nil {
			return
		}
		result <- v
	}()
	return <-result // want `blocks for ever when the goroutine that sends returns in line 26, where it has neither sent nor closed the channel`
}
