// Package clean_leave_context ends the sender with the same context.
package clean_leave_context

import "context"

// Copy ends both by one context, of which the sender has a child.
func Copy(ctx context.Context, read func() int, use func(int)) {
	values := make(chan int)
	child, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case values <- read():
			case <-child.Done():
				return
			}
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
