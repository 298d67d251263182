// Package reuse_right uses a WaitGroup again after Wait has returned.
package reuse_right

import "sync"

func Rounds(rounds [][]func()) {
	var wg sync.WaitGroup
	for _, jobs := range rounds {
		wg.Add(len(jobs))
		for _, j := range jobs {
			go func() {
				defer wg.Done()
				j()
			}()
		}
		wg.Wait()
	}
}

// Each round has its own.
func Own(rounds [][]func(), finished func(int)) {
	for i, jobs := range rounds {
		var wg sync.WaitGroup
		wg.Add(len(jobs))
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

// Told waits until the other has waited.
func Told(rounds [][]func()) {
	var wg sync.WaitGroup
	for _, jobs := range rounds {
		wg.Add(len(jobs))
		for _, j := range jobs {
			go func() {
				defer wg.Done()
				j()
			}()
		}
		done := make(chan struct{})
		go func() {
			wg.Wait()
			close(done)
		}()
		<-done
	}
}
