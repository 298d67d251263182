// Package add_mismatch counts more than is done.
package add_mismatch

import "sync"

func Two(a, b func()) {
	var wg sync.WaitGroup
	wg.Add(3)
	go func() {
		defer wg.Done()
		a()
	}()
	go func() {
		defer wg.Done()
		b()
	}()
	wg.Wait() // want `Two waits for wg .*never comes to zero`
}
