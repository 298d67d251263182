// Package leases lets the workers of a scheduler own keys for a limited time.
//
// All methods may be called from several goroutines. The time is an argument of them, so that
// the clock is the caller's.
package leases

import (
	"errors"
	"hash/fnv"
	"sync"
	"time"
)

// Errors of Acquire and Release.
var (
	ErrHeld    = errors.New("leases: key is held by another owner")
	ErrNotHeld = errors.New("leases: key is not held by this owner")
	ErrTerm    = errors.New("leases: term is not positive")
)

const shards = 4

type lease struct {
	owner string
	until time.Time
}

type shard struct {
	mu     sync.Mutex
	leases map[string]lease
}

// A Table has the leases of all keys. Its zero value has none.
type Table struct {
	shards [shards]shard
}

func (t *Table) shard(key string) *shard {
	h := fnv.New32a()
	h.Write([]byte(key))
	return &t.shards[h.Sum32()%shards]
}

// Acquire makes the owner of a key for a term that begins now. The owner may acquire it again,
// which renews the lease. A lease that has ended counts as none.
func (t *Table) Acquire(key, owner string, now time.Time, term time.Duration) error {
	if term <= 0 {
		return ErrTerm
	}
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, ok := s.leases[key]; ok && l.owner != owner && now.Before(l.until) {
		return ErrHeld
	}
	if s.leases == nil {
		s.leases = make(map[string]lease)
	}
	s.leases[key] = lease{owner, now.Add(term)}
	return nil
}

// Release ends a lease. It returns ErrNotHeld for a key that the owner does not have.
func (t *Table) Release(key, owner string) error {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, ok := s.leases[key]; !ok || l.owner != owner {
		return ErrNotHeld
	}
	delete(s.leases, key)
	return nil
}

// Owner returns who has the key at that time.
func (t *Table) Owner(key string, now time.Time) (string, bool) {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.leases[key]
	if !ok || !now.Before(l.until) {
		return "", false
	}
	return l.owner, true
}

// Len returns the number of leases, with those that have ended since the last Reap.
func (t *Table) Len() int {
	n := 0
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		n += len(s.leases)
		s.mu.Unlock()
	}
	return n
}

// Reap removes the leases that have ended and returns their number. It locks a part of the
// table at a time, so that it may run beside all other methods.
func (t *Table) Reap(now time.Time) int {
	reaped := 0
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		if len(s.leases) == 0 {
			s.leases = nil
			continue
		}
		for key, l := range s.leases {
			if !now.Before(l.until) {
				delete(s.leases, key)
				reaped++
			}
		}
		s.mu.Unlock()
	}
	return reaped
}
