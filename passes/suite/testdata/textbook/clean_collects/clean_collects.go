// Package clean_collects receives in a loop from whichever of its goroutines is ready.
package clean_collects

import "errors"

var errEmpty = errors.New("empty")

// Both has two goroutines, each of which sends once, to one channel or the other.
func Both(ask func(name string) (int, error)) (sum, failed int) {
	first, second := make(chan int), make(chan int)
	wrong := make(chan error)
	go func() {
		v, err := ask("first")
		if err != nil {
			wrong <- err
			return
		}
		first <- v
	}()
	go func() {
		v, err := ask("second")
		if err != nil {
			wrong <- errEmpty
			return
		}
		second <- v
	}()
	for range 2 {
		select {
		case v := <-first:
			sum += v
		case v := <-second:
			sum += v
		case <-wrong:
			failed++
		}
	}
	return sum, failed
}
