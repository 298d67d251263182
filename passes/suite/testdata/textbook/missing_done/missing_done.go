// Package missing_done returns early without Done.
package missing_done

import "sync"

func Run(jobs []func() error, failed chan<- error) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			if err := j(); err != nil {
				failed <- err
				return // want waitgroup-done
			}
			wg.Done()
		}()
	}
	wg.Wait()
}
