// Package held_group waits with the lock held for goroutines that a WaitGroup has started, which need the lock.
package held_group

import "sync"

type Tracker struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (t *Tracker) mark(k string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen[k] = true
}

func (t *Tracker) Refresh(keys []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Go(func() { t.mark(k) })
	}
	wg.Wait() // want lockheld
}
