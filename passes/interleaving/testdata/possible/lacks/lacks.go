// Package lacks has deadlocks that depend on something of which nothing is known, each on another thing.
package lacks

import "testing"

func Branch(ok bool) {
	ch := make(chan int)
	go func() {
		ch <- 1 // want `^possible: the goroutine of line 8 waits to send to ch .*; it depends on a branch whose condition is not known \(line 12\)`
	}()
	if ok {
		return
	}
	<-ch
}

func Turns(n int) {
	ch := make(chan int)
	for i := 0; i < n; i++ {
		go func() {
			ch <- 1 // want `^possible: the goroutine of line 20 .*it depends on a branch`
		}()
	}
}

func Counted() {
	ch, done := make(chan int, 9), make(chan int)
	for range 20 {
		ch <- 1
	}
	<-done // want `^possible: Counted waits to receive from the channel of line 27 .*it depends on a third turn of a loop`
}

func Many() {
	ch := make(chan int)
	for range 5 {
		go func() {
			ch <- 1
		}()
	}
	for range 5 {
		<-ch // want `^possible: Many .*it depends on a fifth goroutine`
	}
}

func Elsewhere(other chan int) {
	ch := make(chan int)
	<-other
	<-ch // want `^possible: Elsewhere .*it depends on an operation on an object that other code uses \(line 48\)`
}

func Failed(t *testing.T) {
	ch := make(chan int)
	t.Error("no")
	<-ch // want `^possible: Failed .*it depends on a test that has failed`
}
