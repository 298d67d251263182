// Package uncovered leaves senders whose receivers have returned.
package uncovered

import (
	"context"
	"os"
)

// values are sent one by one.
type values struct{ list []int }

func (v *values) all() (<-chan int, <-chan error) {
	out, failed := make(chan int, 2), make(chan error, 1)
	go func() {
		defer close(out)
		for _, n := range v.list {
			out <- n // want `blocks for ever when Write, which receives, has returned in line 33, because something has failed`
		}
		failed <- nil
	}()
	return out, failed
}

// Write takes values from a channel that a method returns.
func (v *values) Write(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	out, failed := v.all()
	for n := range out {
		if _, err := f.Write([]byte{byte(n)}); err != nil {
			return err
		}
	}
	return <-failed
}

// Poll asks in the head of its loop whether the context has ended.
func Poll(ctx context.Context, read func() int, use func(int)) {
	in := make(chan int)
	go func() {
		for {
			in <- read() // want `blocks for ever when Poll, which receives, has returned in line \d+, because its context has ended`
		}
	}()
	for ctx.Err() == nil {
		use(<-in)
	}
}

// Looked closes a channel that the sender looks at before it reads, and not while it sends.
func Looked(read func() (int, error), use func(int) error) error {
	in, done := make(chan int), make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			n, err := read()
			if err != nil {
				close(in)
				return
			}
			in <- n // want `blocks for ever when Looked, which receives, has returned in line \d+, because something has failed`
		}
	}()
	for n := range in {
		if err := use(n); err != nil {
			return err
		}
	}
	return nil
}

// Two has a channel that two constructors are given.
func Two(ctx context.Context, read func() int, use func(int)) {
	ch := make(chan int, 8)
	r, w := newReader(ch, use), newWriter(ch, read)
	go r.loop(ctx)
	go w.loop()
}

type reader struct {
	from <-chan int
	use  func(int)
}

type writer struct {
	to   chan<- int
	read func() int
}

func newReader(ch <-chan int, use func(int)) *reader   { return &reader{ch, use} }
func newWriter(ch chan<- int, read func() int) *writer { return &writer{ch, read} }

func (r *reader) loop(ctx context.Context) {
	for {
		select {
		case n := <-r.from:
			r.use(n)
		case <-ctx.Done():
			return
		}
	}
}

func (w *writer) loop() {
	for {
		w.to <- w.read() // want `blocks for ever when loop, which receives, has returned in line \d+, because its context has ended`
	}
}
