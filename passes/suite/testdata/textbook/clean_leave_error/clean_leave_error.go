// Package clean_leave_error receives the rest before it returns with an error.
package clean_leave_error

import "sync"

// Sum adds up what the jobs give.
func Sum(jobs []func() int, add func(int) error) error {
	results := make(chan int)
	var left sync.WaitGroup
	for _, job := range jobs {
		left.Add(1)
		go func() {
			defer left.Done()
			results <- job()
		}()
	}
	go func() {
		left.Wait()
		close(results)
	}()
	for r := range results {
		if err := add(r); err != nil {
			for range results {
			}
			return err
		}
	}
	return nil
}
