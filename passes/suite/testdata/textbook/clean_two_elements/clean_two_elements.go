// Package clean_two_elements locks two elements of one table, in the order of
// their index, through functions that find the element.
package clean_two_elements

import "sync"

type Shard struct {
	mu sync.Mutex
	n  int
}

type Table struct {
	shards [16]Shard
	byName map[string]*Shard
}

func (t *Table) lock(i int)   { t.shards[i].mu.Lock() }
func (t *Table) unlock(i int) { t.shards[i].mu.Unlock() }

func (t *Table) shard(name string) *Shard { return t.byName[name] }

func (t *Table) Move(i, j, n int) {
	if i >= j {
		return
	}
	t.lock(i)
	t.lock(j)
	t.shards[i].n -= n
	t.shards[j].n += n
	t.unlock(j)
	t.unlock(i)
}

func (t *Table) Sum() int {
	a, b := t.shard("a"), t.shard("b")
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	return a.n + b.n
}

func (t *Table) FirstTwo() int {
	t.lock(0)
	t.lock(1)
	defer t.unlock(0)
	defer t.unlock(1)
	return t.shards[0].n + t.shards[1].n
}

// Rows has locks by key.
type Rows struct {
	locks map[string]*sync.Mutex
	n     map[string]int
}

func (r *Rows) Move(from, to string) {
	if from == to {
		r.locks[from].Lock()
		r.n[from]++
		r.locks[to].Unlock()
		return
	}
	if to < from {
		from, to = to, from
	}
	r.locks[from].Lock()
	r.locks[to].Lock()
	r.n[from]--
	r.n[to]++
	r.locks[to].Unlock()
	r.locks[from].Unlock()
}

func (r *Rows) Open() {
	r.locks["a"].Lock()
	defer r.locks["a"].Unlock()
	r.locks["b"].Lock()
	defer r.locks["b"].Unlock()
	r.n["b"]++
}

func (r *Rows) Close() {
	r.locks["a"].Lock()
	defer r.locks["a"].Unlock()
	r.locks["b"].Lock()
	defer r.locks["b"].Unlock()
	r.n["a"]++
}

func (r *Rows) Lend(from, to string) {
	r.locks[from].Lock()
	if from == to {
		r.locks[to].Unlock()
		return
	}
	r.n[from]--
	r.locks[from].Unlock()
}

// Board has two arrays of locks: no element is locked in both orders.
type Board struct {
	rows, columns [2]sync.Mutex
	n             int
}

func (b *Board) Left() {
	b.rows[0].Lock()
	defer b.rows[0].Unlock()
	b.columns[1].Lock()
	defer b.columns[1].Unlock()
	b.n++
}

func (b *Board) Right() {
	b.columns[0].Lock()
	defer b.columns[0].Unlock()
	b.rows[1].Lock()
	defer b.rows[1].Unlock()
	b.n--
}
