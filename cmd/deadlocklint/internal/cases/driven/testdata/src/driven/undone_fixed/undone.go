// Package undone_fixed checks a list, and leaves out what is too long.
package undone_fixed

import "sync"

// Check calls ok for each word of one letter, and returns how many are right.
func Check(words []string, ok func(string) bool) (right int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if len(w) > 2 {
				return
			}
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
