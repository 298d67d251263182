// Package handshake has two goroutines that greet each other first.
package handshake

func Greet() {
	there, back := make(chan int), make(chan int)
	go func() {
		back <- 1
		<-there
	}()
	hello(there, back)
}

func hello(there chan<- int, back <-chan int) {
	there <- 1 // want `Greet waits to send to there .*the goroutine of line 6 waits to send to back`
	<-back
}
