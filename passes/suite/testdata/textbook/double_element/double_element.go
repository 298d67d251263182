// Package double_element locks the same element of a table twice.
package double_element

import "sync"

type Shard struct {
	mu sync.Mutex
	n  int
}

type Table struct{ shards [16]Shard }

func (t *Table) lock(i int)   { t.shards[i].mu.Lock() }
func (t *Table) unlock(i int) { t.shards[i].mu.Unlock() }

func (t *Table) get(i int) int {
	t.lock(i)
	defer t.unlock(i)
	return t.shards[i].n
}

func (t *Table) Double(i int) {
	t.lock(i)
	t.shards[i].n += t.get(i) // want doublelock
	t.unlock(i)
}

// Rows has locks by key.
type Rows struct {
	locks map[string]*sync.Mutex
	n     map[string]int
}

func (r *Rows) Move(from, to string) {
	if from == to {
		r.locks[from].Lock()
		r.locks[to].Lock() // want doublelock
		r.n[to]++
		r.locks[to].Unlock()
		r.locks[from].Unlock()
	}
}
