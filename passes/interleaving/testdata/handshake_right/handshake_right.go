// Package handshake_right has one goroutine that greets and one that answers.
package handshake_right

func Greet() {
	there, back := make(chan int), make(chan int)
	go func() {
		<-there
		back <- 1
	}()
	hello(there, back)
}

func hello(there chan<- int, back <-chan int) {
	there <- 1
	<-back
}
