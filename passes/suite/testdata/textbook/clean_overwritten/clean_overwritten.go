// Package clean_overwritten is double_overwritten without anything that overwrites the field.
package clean_overwritten

import (
	"strings"
	"sync"
	"sync/atomic"
)

type job struct {
	mu    sync.Mutex
	open  bool
	tries int
}

func (j *job) retry() {
	if j.open {
		j.mu.Lock()
		j.tries++
		j.mu.Unlock()
	}
}

// Count writes another field.
func (j *job) Count(total *int64, name string) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open = false
	atomic.AddInt64(total, 1)
	name = strings.ToLower(name)
	j.retry()
	return name
}
