// Package nobody_receives sends what nobody takes.
package nobody_receives

import (
	"context"
	"errors"
	"time"
)

func Start(work func() error) {
	errs := make(chan error)
	go func() {
		errs <- work() // want `blocks for ever: no goroutine receives from this channel`
	}()
}

func Timeout(f func() int) (int, error) {
	ch := make(chan int)
	go func() {
		ch <- f() // want `the goroutine blocks for ever when the select that receives from this channel takes another case: make the channel with a buffer of 1`
	}()
	select {
	case v := <-ch:
		return v, nil
	case <-time.After(time.Second):
		return 0, errors.New("timeout")
	}
}

// Loop gives up in a loop.
func Loop(ctx context.Context, f func() int, beat func()) int {
	ch := make(chan int)
	go func() {
		ch <- f() // want `takes another case`
	}()
	for {
		select {
		case v := <-ch:
			return v
		case <-time.After(time.Second):
			beat()
		case <-ctx.Done():
			return 0
		}
	}
}

func Early(serve, setup func() error) error {
	errs := make(chan error)
	go func() {
		errs <- serve() // want `the goroutine blocks for ever when Early returns in line 54, where no goroutine has received`
	}()
	if err := setup(); err != nil {
		return err
	}
	return <-errs
}

func First(jobs []func() error) error {
	errs := make(chan error)
	for _, j := range jobs {
		go func() {
			errs <- j() // want `blocks for ever when First, which receives, has returned in line 68, because of what it has received`
		}()
	}
	for range jobs {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Either sends to one of two, and nobody waits for either of them after a while.
func Either(f func() (int, error)) (int, error) {
	values, errs := make(chan int), make(chan error)
	go func() {
		v, err := f()
		if err != nil {
			errs <- err // want `takes another case`
			return
		}
		values <- v // want `takes another case`
	}()
	select {
	case v := <-values:
		return v, nil
	case err := <-errs:
		return 0, err
	case <-time.After(time.Second):
		return 0, errors.New("timeout")
	}
}

// Closing closes what it has sent to, which nobody comes to.
func Closing(check func() error) error {
	res := make(chan error)
	go func() {
		res <- check() // want `takes another case`
		close(res)
	}()
	select {
	case err := <-res:
		return err
	case <-time.After(time.Second):
		return errors.New("timeout")
	}
}

// FirstOf counts the answers.
func FirstOf(n int, job func(int) error) error {
	errs := make(chan error)
	for i := range n {
		go func() { errs <- job(i) }() // want `blocks for ever when FirstOf, which receives, has returned in line 118, because of what it has received`
	}
	for range n {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// ask answers on a channel of its own.
func ask(f func() int) <-chan int {
	ch := make(chan int)
	go func() {
		ch <- f() // want `the goroutine blocks for ever when Ask, which gets this channel in line 135, takes another case`
	}()
	return ch
}

func Ask(ctx context.Context, f func() int) (int, error) {
	select {
	case v := <-ask(f):
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Handed starts what it was handed together with the channel.
func Handed(ctx context.Context, stop func() error) error {
	prepare := func() (<-chan error, func()) {
		done := make(chan error)
		return done, func() {
			done <- stop() // want `the goroutine blocks for ever when Handed, which gets this channel in line 150, takes another case`
		}
	}
	done, run := prepare()
	go run()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Feed sends to a worker that leaves when the context of the caller ends.
func Feed(ctx context.Context, values []int, work func(int)) {
	ch := make(chan int)
	go func() {
		for {
			select {
			case v := <-ch:
				work(v)
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, v := range values {
		ch <- v // want `blocks for ever when the goroutine that receives has returned in line \d+, because its context has ended`
	}
}

// Failing sends to a worker that leaves at the first error.
func Failing(values []int, work func(int) error) error {
	ch, errs := make(chan int), make(chan error, 1)
	go func() {
		for v := range ch {
			if err := work(v); err != nil {
				errs <- err
				return
			}
		}
		errs <- nil
	}()
	for _, v := range values {
		ch <- v // want `blocks for ever when the goroutine that receives has returned in line \d+, because something has failed`
	}
	close(ch)
	return <-errs
}

// A Runner passes on what it is sent, until somebody ends its context.
type Runner struct {
	ctx  context.Context
	in   chan int
	done func(int)
}

func NewRunner(ctx context.Context, done func(int)) *Runner {
	r := &Runner{in: make(chan int), done: done}
	r.ctx, _ = context.WithCancel(ctx)
	return r
}

func (r *Runner) Run() {
	out := make(chan int)
	r.handle(out)
	r.loop(out)
}

func (r *Runner) handle(out chan int) {
	go func() {
		for {
			select {
			case <-r.ctx.Done():
				return
			case v := <-out:
				go r.done(v)
			}
		}
	}()
}

func (r *Runner) loop(out chan int) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case v := <-r.in:
			out <- v // want `because its context has ended`
		}
	}
}
