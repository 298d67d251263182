// Package collect_leak receives in a loop from whichever of its goroutines is ready, and does not wait for all of them.
package collect_leak

import "time"

// First returns with the first error: the other goroutine may send then.
func First(ask func(name string) (int, error)) (sum int, err error) {
	first, second := make(chan int), make(chan int)
	wrong, also := make(chan error), make(chan error)
	go func() {
		v, err := ask("first")
		if err != nil {
			wrong <- err // want blocks-forever
			return
		}
		first <- v // want blocks-forever
	}()
	go func() {
		v, err := ask("second")
		if err != nil {
			also <- err // want blocks-forever
			return
		}
		second <- v // want blocks-forever
	}()
	for range 2 {
		select {
		case v := <-first:
			sum += v
		case v := <-second:
			sum += v
		case err := <-wrong:
			return 0, err
		case err := <-also:
			return 0, err
		}
	}
	return sum, nil
}

// Some does not wait for long: a turn may pass without a value.
func Some(ask func(name string) int) (sum int) {
	first, second := make(chan int), make(chan int)
	go func() {
		first <- ask("first") // want blocks-forever
	}()
	go func() {
		second <- ask("second") // want blocks-forever
	}()
	for range 2 {
		select {
		case v := <-first:
			sum += v
		case v := <-second:
			sum += v
		case <-time.After(time.Second):
		}
	}
	return sum
}
