// Package double_asked gives itself to functions of the standard library that call its methods.
package double_asked

import (
	"container/heap"
	"fmt"
	"sort"
	"sync"
)

type Table struct {
	mu   sync.Mutex
	rows []int
}

func (t *Table) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.rows)
}

func (t *Table) Less(i, j int) bool { return t.rows[i] < t.rows[j] }
func (t *Table) Swap(i, j int)      { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] }

func (t *Table) Push(x any) { t.rows = append(t.rows, x.(int)) }

func (t *Table) Pop() any {
	last := len(t.rows) - 1
	x := t.rows[last]
	t.rows = t.rows[:last]
	return x
}

func (t *Table) Sort() {
	t.mu.Lock()
	defer t.mu.Unlock()
	sort.Sort(t) // want doublelock
}

func (t *Table) Add(x int) {
	t.mu.Lock()
	heap.Push(t, x) // want doublelock
	t.mu.Unlock()
}

type Log struct {
	mu   sync.Mutex
	text []byte
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *Log) Mark(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.text) > n {
		fmt.Fprintf(l, "-- %d\n", n) // want doublelock
	}
}
