// Package unsure leaves a sender if a part comes out so that nothing here shows.
package unsure

import "context"

// Flag returns by a condition of which nothing is known.
func Flag(read func() int, use func(int), enough func() bool) {
	in := make(chan int)
	go func() {
		for {
			in <- read() // want `possible: blocks for ever when Flag, which receives, has returned in line \d+, by a condition: send in a select that ends then as well; not shown that the condition in line \d+ comes out so while the goroutine still sends`
		}
	}()
	for {
		use(<-in)
		if enough() {
			return
		}
	}
}

// Both gives the channel to the caller as well, who may receive the rest.
func Both(ctx context.Context, read func() int, use func(int), give func(<-chan int)) {
	in := make(chan int)
	go func() {
		for {
			in <- read() // want `possible: blocks for ever when Both, which receives, has returned in line \d+, because its context has ended: send in a select that ends then as well; not shown that no other code receives`
		}
	}()
	give(in)
	for {
		select {
		case n := <-in:
			use(n)
		case <-ctx.Done():
			return
		}
	}
}

// Find stops at a value, of which the sender may know.
func Find(list []int, wanted func(int) bool) bool {
	in := make(chan int)
	go func() {
		defer close(in)
		for _, n := range list {
			in <- n // want `possible: blocks for ever when Find, which receives, has returned in line \d+, because of what it has received: .*; not shown that the goroutine still sends after the value by which the receiver leaves`
		}
	}()
	for n := range in {
		if wanted(n) {
			return true
		}
	}
	return false
}

// Most has room for two values, and it is not known how many there are.
func Most(ctx context.Context, list []int, good func(int) bool) (int, error) {
	in := make(chan int, 2)
	go func() {
		for _, n := range list {
			if good(n) {
				in <- n // want `possible: .*; not shown that more is sent than the buffer holds`
			}
		}
	}()
	select {
	case n := <-in:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Started lets the sender begin.
func Started(ctx context.Context, read func() int, use func(int)) {
	start, in := make(chan bool), make(chan int)
	go func() {
		<-start
		for {
			in <- read() // want `possible: .*; not shown that the sender comes so far, since it waits for another goroutine first`
		}
	}()
	close(start)
	for {
		select {
		case n := <-in:
			use(n)
		case <-ctx.Done():
			return
		}
	}
}

// Stopped tells the receiver to stop. It may have waited for the sender.
func Stopped(read func() int, use func(int), wait func()) {
	in, quit := make(chan int), make(chan bool)
	go func() {
		for {
			in <- read() // want `possible: .*; not shown that the receiver is told so while the goroutine still sends`
		}
	}()
	go func() {
		for {
			select {
			case n := <-in:
				use(n)
			case <-quit:
				return
			}
		}
	}()
	wait()
	close(quit)
}
