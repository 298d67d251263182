// Package abba_two_orders has tables of two kinds that become of the other kind, and a lock that tables of both kinds share.
package abba_two_orders

import "sync"

type Table struct {
	keys, rows sync.Mutex
	byRow      bool
	n          int
}

func New() *Table { return new(Table) }

func (t *Table) Turn() { t.byRow = !t.byRow }

func (t *Table) Put() {
	if t.byRow {
		t.rows.Lock()
		defer t.rows.Unlock()
		t.keys.Lock() // want lockorder
		defer t.keys.Unlock()
		t.n++
	}
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

var index, log sync.Mutex

type Column struct {
	indexed bool
	n       int
}

func NewColumn(indexed bool) *Column { return &Column{indexed: indexed} }

func (c *Column) Put() {
	if c.indexed {
		index.Lock()
		defer index.Unlock()
		log.Lock() // want lockorder
		defer log.Unlock()
		c.n++
	}
}

func (c *Column) Sweep() {
	if !c.indexed {
		log.Lock()
		defer log.Unlock()
		index.Lock()
		defer index.Unlock()
		c.n = 0
	}
}
