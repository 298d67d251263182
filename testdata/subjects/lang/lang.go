// Package lang keeps ranges in an index by their hash, which each range computes once.
//
// Source: Lang (LANG-481 of Commons Lang), table 4.1 of Luo's thesis (2015), and Apache
// Common Lang of Cooperari.
// Bug: the hash is computed step by step in the field that says whether it is there.
// Shows as: failed test, since a lookup uses the hash of a step in between.
//
// family: unguarded
package lang

import (
	"sync"
	"sync/atomic"
)

// A span is an immutable range of numbers with a cached hash.
type span struct {
	low, high int64
	hash      atomic.Int64
}

// hashCode computes the hash at the first call.
func (s *span) hashCode() int64 {
	if s.hash.Load() == 0 {
		s.hash.Store(17)
		s.hash.Store(37*s.hash.Load() + s.low)
		s.hash.Store(37*s.hash.Load() + s.high)
	}
	return s.hash.Load()
}

func (s *span) contains(x int64) bool { return s.low <= x && x <= s.high }

// An index finds values by ranges. It has shards with a lock each.
type index struct {
	shards [4]shard
	misses atomic.Int64
}

type shard struct {
	mu     sync.RWMutex
	values map[int64]string
}

func newIndex() *index {
	x := &index{}
	for i := range x.shards {
		x.shards[i].values = map[int64]string{}
	}
	return x
}

func (x *index) shard(hash int64) *shard { return &x.shards[hash&3] }

func (x *index) put(s *span, value string) {
	hash := s.hashCode()
	part := x.shard(hash)
	part.mu.Lock()
	defer part.mu.Unlock()
	part.values[hash] = value
}

func (x *index) get(s *span) string {
	hash := s.hashCode()
	part := x.shard(hash)
	part.mu.RLock()
	defer part.mu.RUnlock()
	value, ok := part.values[hash]
	if !ok {
		x.misses.Add(1)
	}
	return value
}

// fill enters each range twice, by two goroutines that share the ranges.
func fill(x *index, spans []*span) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, s := range spans {
				x.put(s, "known")
			}
		}()
	}
	wg.Wait()
}

// size counts the entries, of which each range should have one.
func (x *index) size() (n int) {
	for i := range x.shards {
		n += len(x.shards[i].values)
	}
	return n
}
