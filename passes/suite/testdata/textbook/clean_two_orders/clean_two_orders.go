// Package clean_two_orders has tables of two kinds, each with an order of its own: a table stays of its kind.
package clean_two_orders

import "sync"

type Table struct {
	keys, rows sync.Mutex
	byRow      bool
	n          int
}

func New(byRow bool) *Table { return &Table{byRow: byRow} }

func (t *Table) lock() {
	if t.byRow {
		t.rows.Lock()
		t.keys.Lock()
		return
	}
	t.keys.Lock()
	t.rows.Lock()
}

func (t *Table) unlock() {
	t.rows.Unlock()
	t.keys.Unlock()
}

func (t *Table) Put() {
	t.lock()
	defer t.unlock()
	t.n++
}

func (t *Table) Sweep() {
	if !t.byRow {
		t.keys.Lock()
		defer t.keys.Unlock()
		t.rows.Lock()
		defer t.rows.Unlock()
		t.n = 0
	}
}

type store struct{ keys, rows sync.Mutex }

// Each Client has a store of its own. Copies of Clients change none.
type Client struct {
	s     *store
	byRow bool
}

func NewClient(byRow bool) *Client { return &Client{&store{}, byRow} }

func Count(list []Client) (n int) {
	for _, c := range list {
		if c.byRow {
			n++
		}
	}
	return n
}

func (c *Client) Put() {
	if c.byRow {
		c.s.rows.Lock()
		defer c.s.rows.Unlock()
		c.s.keys.Lock()
		defer c.s.keys.Unlock()
		return
	}
	c.s.keys.Lock()
	defer c.s.keys.Unlock()
	c.s.rows.Lock()
	defer c.s.rows.Unlock()
}

// A Board tests its flag, and leaves the locks to methods of its own.
type Board struct {
	keys, rows sync.Mutex
	byRow      bool
}

func NewBoard(byRow bool) *Board { return &Board{byRow: byRow} }

func (b *Board) Put() {
	if b.byRow {
		defer again(2, b)
		return
	}
	b.keysFirst()
}

func again(n int, b *Board) {
	for range n {
		b.rowsFirst()
	}
}

func (b *Board) rowsFirst() {
	b.rows.Lock()
	defer b.rows.Unlock()
	b.keys.Lock()
	defer b.keys.Unlock()
}

func (b *Board) keysFirst() {
	b.keys.Lock()
	defer b.keys.Unlock()
	b.rows.Lock()
	defer b.rows.Unlock()
}
