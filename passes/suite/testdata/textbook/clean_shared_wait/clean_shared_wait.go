// Package clean_shared_wait lets go of a lock that it has in shared mode before it waits for who needs it.
package clean_shared_wait

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
	n := len(x.rows)
	x.mu.RUnlock()
	var wg sync.WaitGroup
	for _, key := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x.add(key)
		}()
	}
	wg.Wait()
	return n
}
