// Nothing here makes a timer or opens a connection, so that Go's own check ends a process in
// which nobody can go on. Its exit status is that of a panic, too.
package m

import "testing"

func first(t *testing.T, other func(quit chan int)) {
	c, quit, done := make(chan int, 1), make(chan int), make(chan int)
	go func() { c <- 1; close(done) }()
	go other(quit)
	select {
	case <-c:
		<-done
	case <-quit:
		panics(t)
		<-make(chan int)
	}
}

func TestAsleep(t *testing.T) { first(t, func(quit chan int) { quit <- 1 }) }
func TestPanics(t *testing.T) { first(t, func(quit chan int) { quit <- 1 }) }

func panics(t *testing.T) {
	if t.Name() == "TestPanics" {
		panic("quit is first")
	}
}
