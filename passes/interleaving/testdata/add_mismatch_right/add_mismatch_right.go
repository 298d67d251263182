// Package add_mismatch_right counts what is done.
package add_mismatch_right

import "sync"

func Two(a, b func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a()
	}()
	go func() {
		defer wg.Done()
		b()
	}()
	wg.Wait()
}
