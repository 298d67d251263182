// The goroutine of TestFirst is left at the receive of relay, where a send is beside it.
package m

import "testing"

func relay(in, out chan int) { out <- <-in }

func TestFirst(t *testing.T) {
	in, out := make(chan int), make(chan int)
	go relay(in, out)
	go func() { in <- <-out }()
}

func send(to chan int) { to <- 1 }

func TestSend(t *testing.T) {
	c := make(chan int)
	go send(c)
}
