// Package add_inside adds to the WaitGroup in the goroutine it waits for.
package add_inside

import "sync"

func Run(jobs []func()) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		go func() {
			wg.Add(1) // want waitgroup-add
			defer wg.Done()
			j()
		}()
	}
	wg.Wait()
}
