// Package undone checks a list, and one that is too long is never done.
package undone

import "sync"

// Check calls ok for each word of one letter, and returns how many are right.
func Check(words []string, ok func(string) bool) (right int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func() {
			if len(w) > 2 {
				return
			}
			defer wg.Done()
			if ok(w) {
				mu.Lock()
				defer mu.Unlock()
				right++
			}
		}()
	}
	wg.Wait()
	return right
}
