// Package exchanged_fixed takes the locks of its rows in the order of the table.
package exchanged_fixed

import (
	"slices"
	"sync"
)

const rows = 16

// A Table has some rows. It is safe for concurrent use.
type Table struct {
	rows [rows]row
}

type row struct {
	mu    sync.Mutex
	value int
}

// Rotate moves the values of rows to the next ones of the list. A row that is named again is left out.
func (t *Table) Rotate(ids ...int) {
	var list []*row
	taken := map[int]bool{}
	for i := range ids {
		ids[i] = ((ids[i] % rows) + rows) % rows
	}
	slices.Sort(ids)
	for _, id := range ids {
		if !taken[id] {
			taken[id] = true
			list = append(list, &t.rows[id])
		}
	}
	for _, r := range list {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	for i := 1; i < len(list); i++ {
		list[0].value, list[i].value = list[i].value, list[0].value
	}
}
