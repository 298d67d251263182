// Package reuse starts a new round while somebody may wait for the last one.
package reuse

import "sync"

func Rounds(rounds [][]func(), finished func(int)) {
	var wg sync.WaitGroup
	for i, jobs := range rounds {
		wg.Add(len(jobs)) // want `wg is added to while the goroutine started at .* may still wait for the last round`
		for _, j := range jobs {
			go func() {
				defer wg.Done()
				j()
			}()
		}
		go func() {
			wg.Wait()
			finished(i)
		}()
	}
}
