package p

import (
	"sync"
	"sync/atomic"
)

type T struct {
	mu    sync.Mutex
	n     int
	calls int
	left  int
	open  atomic.Int32
	hits  atomic.Int64
	items []int
	done  chan bool
	byKey map[string]int
}

func (t *T) Len() int      { t.mu.Lock(); defer t.mu.Unlock(); return len(t.items) }
func (t *T) IsEmpty() bool { return t.Len() == 0 }
func (t *T) Size() int     { return len(t.items) }
func (t *T) Hits() int64   { return t.hits.Load() }
func (t *T) Inc()          { t.mu.Lock(); t.n++; t.mu.Unlock() }
func (t *T) Count()        { t.mu.Lock(); t.calls++; t.mu.Unlock() }
func (t *T) Add(n int)     { t.mu.Lock(); t.left += n; t.mu.Unlock() }
func (t *T) Done() {
	n := t.left - 1
	t.left = n
	if n == 0 {
		close(t.done)
	}
}
func (t *T) Enter() { t.open.Add(1) }
func (t *T) Leave() {
	if t.open.Load() == 0 {
		panic("not entered")
	}
}
func (t *T) Hit()          { t.hits.Add(1) }
func (t *T) Tally()        { t.byKey["a"]++ }
func (t *T) Close()        { close(t.done) }
func (t *T) Push(v int)    { t.items = append(t.items, v) }
func (t *T) First() int    { return t.items[0] }
func (t *T) Next() int     { t.n++; return t.n }
func (t *T) Wait() bool    { return <-t.done }
func (t *T) Check() error  { return nil }
func (t *T) Pending() bool { return t.n > 0 }

func take(t *T) {
	if t.IsEmpty() {
		return
	}
	t.Push(1)
	pending := t.Pending()
	if !pending {
		t.Push(2)
	}
	if t.Size() != 3 {
		panic("size")
	}
}
