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
