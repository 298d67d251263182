package m

import "sync"

// A Table tells who set the hook what changed.
type Table struct {
	mu       sync.Mutex
	OnChange func(key string)
	values   map[string]int
}

func (t *Table) Set(key string, v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.values[key] = v
	t.OnChange(key)
}

func (t *Table) Get(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.values[key]
}
