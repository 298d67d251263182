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

// A Grid is turned through the address of its flag, and by a copy of another one.
type Grid struct {
	keys, rows sync.Mutex
	byRow      bool
	n          int
}

func NewGrid(byRow bool) *Grid { return &Grid{byRow: byRow} }

func turn(flag *bool) { *flag = !*flag }

func (g *Grid) Turn() { turn(&g.byRow) }

func (g *Grid) Put() {
	if g.byRow {
		g.rows.Lock()
		defer g.rows.Unlock()
		g.keys.Lock() // want lockorder
		defer g.keys.Unlock()
		g.n++
		return
	}
	g.keys.Lock()
	defer g.keys.Unlock()
	g.rows.Lock()
	defer g.rows.Unlock()
	g.n--
}

// A View becomes what another one is.
type View struct {
	keys, rows *sync.Mutex
	byRow      bool
}

func NewView(byRow bool) *View {
	return &View{keys: new(sync.Mutex), rows: new(sync.Mutex), byRow: byRow}
}

func (v *View) Become(o *View) { *v = *o }

func (v *View) Put() {
	if v.byRow {
		v.rows.Lock()
		defer v.rows.Unlock()
		v.keys.Lock() // want lockorder
		defer v.keys.Unlock()
		return
	}
	v.keys.Lock()
	defer v.keys.Unlock()
	v.rows.Lock()
	defer v.rows.Unlock()
}

type store struct{ keys, rows sync.Mutex }

// Two Clients of different kinds may share a store.
type Client struct {
	s     *store
	byRow bool
}

func NewClient(s *store, byRow bool) *Client { return &Client{s, byRow} }

func (c *Client) Put() {
	if c.byRow {
		c.s.rows.Lock()
		defer c.s.rows.Unlock()
		c.s.keys.Lock() // want lockorder
		defer c.s.keys.Unlock()
		return
	}
	c.s.keys.Lock()
	defer c.s.keys.Unlock()
	c.s.rows.Lock()
	defer c.s.rows.Unlock()
}

// A Board tests its flag in one of two callers.
type Board struct {
	keys, rows sync.Mutex
	byRow      bool
}

func NewBoard(byRow bool) *Board { return &Board{byRow: byRow} }

func (b *Board) Put() {
	if b.byRow {
		b.rowsFirst()
	} else {
		b.keysFirst()
	}
}

func (b *Board) Sweep() { b.rowsFirst() }

func (b *Board) rowsFirst() {
	b.rows.Lock()
	defer b.rows.Unlock()
	b.keys.Lock() // want lockorder
	defer b.keys.Unlock()
}

func (b *Board) keysFirst() {
	b.keys.Lock()
	defer b.keys.Unlock()
	b.rows.Lock()
	defer b.rows.Unlock()
}

// The flag of one Half says nothing about the other one.
type Half struct {
	keys, rows sync.Mutex
	byRow      bool
}

func NewHalf(byRow bool) *Half { return &Half{byRow: byRow} }

func Both(a, b *Half) {
	if a.byRow {
		b.rowsFirst()
	} else {
		b.keysFirst()
	}
}

func (h *Half) rowsFirst() {
	h.rows.Lock()
	defer h.rows.Unlock()
	h.keys.Lock() // want lockorder
	defer h.keys.Unlock()
}

func (h *Half) keysFirst() {
	h.keys.Lock()
	defer h.keys.Unlock()
	h.rows.Lock()
	defer h.rows.Unlock()
}
