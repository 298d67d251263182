// Package abba_internal takes two locks in both orders under a third one, but in a method that others may call as well:
// a table is given out, and what it wants can be made by everybody.
package abba_internal

import "sync"

type Index struct {
	mu     sync.RWMutex
	tables map[string]*table
}

type series struct {
	id  int
	tag string
}

type table struct {
	mu     sync.RWMutex
	series map[int]*series
	tags   *tags
}

type tags struct {
	mu  sync.RWMutex
	ids map[string][]int
}

func (t *tags) Insert(tag string, id int) {
	t.mu.Lock()
	t.ids[tag] = append(t.ids[tag], id)
	t.mu.Unlock()
}

func (t *tags) Each(f func(tag string, ids []int) bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for tag, ids := range t.ids {
		if !f(tag, ids) {
			return
		}
	}
}

// Add is called with the lock of the index, or without.
func (t *table) Add(id int, tag string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.series[id] = &series{id, tag}
	t.tags.Insert(tag, id) // want lockorder
}

func (t *table) Get(id int) *series {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.series[id]
}

func (i *Index) Put(name, tag string, id int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.tables[name].Add(id, tag)
}

// Table gives out a table, to which others may add.
func (i *Index) Table(name string) *table {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.tables[name]
}

func (i *Index) Used() int {
	i.mu.RLock()
	defer i.mu.RUnlock()
	n := 0
	for _, t := range i.tables {
		t.tags.Each(func(_ string, ids []int) bool {
			for _, id := range ids {
				if t.Get(id) != nil {
					n++
				}
			}
			return true
		})
	}
	return n
}
