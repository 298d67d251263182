// Package inside adds to the WaitGroup in the goroutine it waits for.
package inside

import "sync"

func Run(jobs []func()) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		go func() {
			wg.Add(1)
			defer wg.Done()
			j()
		}()
	}
	wg.Wait()
}
