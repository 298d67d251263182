// Package held_shared waits, with a lock in shared mode, for a goroutine that needs it for itself.
package held_shared

import "sync"

type Index struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (x *Index) add(key string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows[key]++
}

func (x *Index) Rebuild(keys []string) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var wg sync.WaitGroup
	for _, key := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x.add(key)
		}()
	}
	wg.Wait() // want lockheld
	return len(x.rows)
}
