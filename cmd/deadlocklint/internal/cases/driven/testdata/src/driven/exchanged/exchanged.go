// Package exchanged takes the locks of its rows in the order in which they are named.
package exchanged

import "sync"

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
	for _, id := range ids {
		if at := ((id % rows) + rows) % rows; !taken[at] {
			taken[at] = true
			list = append(list, &t.rows[at])
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
