// Package leaves_loop stops receiving in the middle, and leaves the goroutine that goes on sending.
package leaves_loop

import "context"

const room = 6

// Restore stops at the end of the context.
func Restore(ctx context.Context, use func(int)) {
	ready := make(chan int, room)
	go func() {
		defer close(ready)
		scatter(ready)
	}()
	for v := range ready {
		select {
		case <-ctx.Done():
			return
		default:
		}
		use(v)
	}
}

func scatter(ready chan int) {
	for i := 0; i < room+2; i++ {
		ready <- i // want `blocks for ever when Restore, which receives, has returned in line 18, because its context has ended`
	}
}

// Copy stops at the first error.
func Copy(values []string, put func(string) error) error {
	queue := make(chan string)
	go func() {
		defer close(queue)
		for _, v := range values {
			queue <- v // want `blocks for ever when Copy, which receives, has returned in line 42, because something has failed`
		}
	}()
	for v := range queue {
		if err := put(v); err != nil {
			return err
		}
	}
	return nil
}

// Merge waits for whoever takes what it has received, or for the end.
func Merge(ctx context.Context, read func() (int, bool), out chan<- int) {
	in := make(chan int)
	go func() {
		for {
			v, ok := read()
			if !ok {
				close(in)
				return
			}
			in <- v // want `blocks for ever when Merge, which receives, has returned in line 65, because its context has ended`
		}
	}()
	for v := range in {
		select {
		case out <- v:
		case <-ctx.Done():
			return
		}
	}
}
