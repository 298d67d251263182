// Package nobody_sends_right is answered on all paths, or does not have to be.
package nobody_sends_right

import (
	"context"
	"log"
)

func Await(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	<-done
}

// Passed lets somebody else send.
func Passed(work func(chan<- int)) int {
	results := make(chan int)
	go work(results)
	return <-results
}

// Named passes it to a function of its own.
func Named() int {
	results := make(chan int)
	go produce(results)
	return <-results
}

func produce(out chan<- int) { out <- 1 }

// Both sends or closes.
func Both(work func() (int, error)) int {
	result := make(chan int)
	go func() {
		v, err := work()
		if err != nil {
			close(result)
			return
		}
		result <- v
	}()
	return <-result
}

// Never is a case that is switched off.
func Never(ctx context.Context, work <-chan int) int {
	var off chan int
	select {
	case v := <-off:
		return v
	case v := <-work:
		return v
	case <-ctx.Done():
		return 0
	}
}

// Forever blocks on purpose.
func Forever() {
	if false {
		<-make(chan int)
	}
	<-(chan int)(nil)
}

// Told receives only when it was told that there is something.
func Told(work func() (int, error), fail func(error)) int {
	errs, result := make(chan error, 1), make(chan int)
	go func() {
		v, err := work()
		errs <- err
		if err != nil {
			return
		}
		result <- v
	}()
	if err := <-errs; err != nil {
		log.Fatalf("work: %v", err)
	}
	return <-result
}

// Counted is told when enough have come.
func Counted(accept func() error, enough int) {
	full := make(chan struct{})
	go func() {
		for n := 1; ; n++ {
			if accept() != nil {
				return
			}
			if n == enough {
				close(full)
			}
		}
	}()
	<-full
}
