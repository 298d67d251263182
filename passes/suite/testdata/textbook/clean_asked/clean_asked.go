// Package clean_asked gives another part, or itself without the lock, to functions of the standard library.
package clean_asked

import (
	"bytes"
	"container/heap"
	"fmt"
	"sort"
	"sync"
)

type rows []int

func (r rows) Len() int           { return len(r) }
func (r rows) Less(i, j int) bool { return r[i] < r[j] }
func (r rows) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

func (r *rows) Push(x any) { *r = append(*r, x.(int)) }

func (r *rows) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}

type Table struct {
	mu   sync.Mutex
	rows rows
}

func (t *Table) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows.Len()
}

func (t *Table) Sort() {
	t.mu.Lock()
	defer t.mu.Unlock()
	sort.Sort(t.rows)
	heap.Init(&t.rows)
}

type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
	next *Log
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) Mark(n int) {
	l.mu.Lock()
	fmt.Fprintf(&l.text, "-- %d\n", n)
	l.mu.Unlock()
	fmt.Fprintln(l, "marked")
}

func (l *Log) Tee(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintln(l.next, n)
}
