package sites

import (
	"context"
	"slices"
	"testing"
)

// TestSilent tells accessors and counters from methods whose order matters: Inc is read by
// the guard Pending, and branches depend on what Add and Enter add to.
func TestSilent(t *testing.T) {
	dir := module(t, `
-- go.mod --
module example.com/p

go 1.24
-- p.go --
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

func (t *T) Len() int       { t.mu.Lock(); defer t.mu.Unlock(); return len(t.items) }
func (t *T) IsEmpty() bool  { return t.Len() == 0 }
func (t *T) Size() int      { return len(t.items) }
func (t *T) Hits() int64    { return t.hits.Load() }
func (t *T) Inc()           { t.mu.Lock(); t.n++; t.mu.Unlock() }
func (t *T) Count()         { t.mu.Lock(); t.calls++; t.mu.Unlock() }
func (t *T) Add(n int)      { t.mu.Lock(); t.left += n; t.mu.Unlock() }
func (t *T) Done()          { n := t.left - 1; t.left = n; if n == 0 { close(t.done) } }
func (t *T) Enter()         { t.open.Add(1) }
func (t *T) Leave()         { if t.open.Load() == 0 { panic("not entered") } }
func (t *T) Hit()           { t.hits.Add(1) }
func (t *T) Tally()         { t.byKey["a"]++ }
func (t *T) Close()         { close(t.done) }
func (t *T) Push(v int)     { t.items = append(t.items, v) }
func (t *T) First() int     { return t.items[0] }
func (t *T) Next() int      { t.n++; return t.n }
func (t *T) Wait() bool     { return <-t.done }
func (t *T) Check() error   { return nil }
func (t *T) Pending() bool  { return t.n > 0 }

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
`)
	table, err := Rewrite(context.Background(), Options{Dir: dir, Out: t.TempDir(), All: true})
	if err != nil {
		t.Fatal(err)
	}
	var silent []string
	for _, m := range []string{"Len", "IsEmpty", "Size", "Hits", "Inc", "Count", "Add", "Enter", "Hit", "Tally", "Close", "Push", "First", "Next", "Wait", "Check", "Pending"} {
		if table.Silent("example.com/p.T", m) {
			silent = append(silent, m)
		}
	}
	if want := []string{"Len", "Size", "Hits", "Count", "Hit"}; !slices.Equal(silent, want) {
		t.Errorf("silent are %v, want %v", silent, want)
	}
}
