// Package leave_context returns at the end of its context, while a goroutine still sends.
package leave_context

import "context"

// Copy leaves who reads at a send.
func Copy(ctx context.Context, read func() int, use func(int)) {
	values := make(chan int)
	go func() {
		for {
			values <- read() // want blocks-forever
		}
	}()
	for {
		select {
		case v := <-values:
			use(v)
		case <-ctx.Done():
			return
		}
	}
}
