// Package add_in_goroutine adds when Wait may have returned.
package add_in_goroutine

import "sync"

func Inside(jobs []func()) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		go func() {
			wg.Add(1) // want `wg.Add in the goroutine that is waited for may come after Wait has returned`
			defer wg.Done()
			j()
		}()
	}
	wg.Wait()
}

func After(jobs []func() int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int)
	go func() {
		wg.Wait()
		close(out)
	}()
	for _, j := range jobs {
		wg.Add(1) // want `wg.Add comes after the goroutine that waits is started`
		go func() {
			defer wg.Done()
			out <- j()
		}()
	}
	return out
}
