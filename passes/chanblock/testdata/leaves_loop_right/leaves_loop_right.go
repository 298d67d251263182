// Package leaves_loop_right looks like package leaves_loop.
package leaves_loop_right

import (
	"context"
	"errors"
)

const room = 6

// Restore has room for all that is sent.
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
	for i := 0; i < room; i++ {
		ready <- i
	}
}

// Copy receives the rest before it returns.
func Copy(values []string, put func(string) error) error {
	queue := make(chan string)
	go func() {
		defer close(queue)
		for _, v := range values {
			queue <- v
		}
	}()
	for v := range queue {
		if err := put(v); err != nil {
			for range queue {
			}
			return err
		}
	}
	return nil
}

type result struct {
	line string
	err  error
}

// Lines ends with an error, behind which nothing is sent.
func Lines(read func() (string, error), put func(string)) error {
	lines := make(chan result)
	go func() {
		for {
			line, err := read()
			lines <- result{line, err}
			if err != nil {
				return
			}
		}
	}()
	for r := range lines {
		if r.err != nil {
			return r.err
		}
		put(r.line)
	}
	return nil
}

// Merge ends together with who sends.
func Merge(ctx context.Context, read func() (int, bool), out chan<- int) {
	in := make(chan int)
	go func() {
		defer close(in)
		for {
			v, ok := read()
			if !ok {
				return
			}
			select {
			case in <- v:
			case <-ctx.Done():
				return
			}
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

// Told closes what who sends looks at in every turn, and takes the last.
func Told(read func() int, put func(int) error) error {
	in, stop := make(chan int), make(chan struct{})
	go func() {
		defer close(in)
		for {
			select {
			case <-stop:
				return
			default:
			}
			in <- read()
		}
	}()
	for v := range in {
		if err := put(v); err != nil {
			close(stop)
			<-in
			return err
		}
	}
	return nil
}

// Same gets its errors from who sends.
func Same(values []string, last func() error) error {
	queue := make(chan error)
	go func() {
		defer close(queue)
		for range values {
			err := last()
			queue <- err
			if err != nil {
				return
			}
		}
	}()
	for err := range queue {
		if errors.Is(err, context.Canceled) {
			return err
		}
	}
	return nil
}

// Members receives from as many as there are, whatever becomes of each.
func Members(n int, join func() int, greet func(int) error, failed func(error)) {
	members := make(chan int, 2)
	go func() {
		for range n {
			members <- join()
		}
	}()
	for range n {
		if err := greet(<-members); err != nil {
			failed(err)
		}
	}
}
