// Package abba_layers has links that are put into one another, and lead back: a bridge has the filter
// that asks it, or tells it what has changed.
package abba_layers

import "sync"

type Link interface {
	SetAddress(a int)
	Attach(up Link)
}

type Filter struct {
	mu    sync.Mutex
	up    Link
	lower Link
}

func (f *Filter) SetAddress(a int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lower.SetAddress(a) // want lockorder
}

func (f *Filter) Attach(up Link) {
	f.mu.Lock()
	f.up = up
	f.mu.Unlock()
}

type Bridge struct {
	mu      sync.Mutex
	address int
	port    Link
}

func (b *Bridge) SetAddress(a int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.address = a
}

func (b *Bridge) Attach(Link) {}

func (b *Bridge) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.port.Attach(nil)
}

func Open() (*Bridge, *Filter) {
	b := &Bridge{}
	f := &Filter{lower: b}
	b.port = f
	return b, f
}

// A cache hears of what the table below it drops.

type Table interface {
	Get(key string) int
	Watch(w Watcher)
}

type Watcher interface{ Dropped(key string) }

type Cache struct {
	mu     sync.Mutex
	values map[string]int
	table  Table
}

func NewCache(t Table) *Cache {
	c := &Cache{values: map[string]int{}, table: t}
	t.Watch(c)
	return c
}

func (c *Cache) Get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.table.Get(key) // want lockorder
}

func (c *Cache) Watch(Watcher) {}

func (c *Cache) Dropped(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.values, key)
}

type Disk struct {
	mu       sync.Mutex
	values   map[string]int
	watchers []Watcher
}

func (d *Disk) Get(key string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.values[key]
}

func (d *Disk) Watch(w Watcher) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watchers = append(d.watchers, w)
}

func (d *Disk) Drop(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.values, key)
	for _, w := range d.watchers {
		w.Dropped(key)
	}
}

func Start() *Cache { return NewCache(&Disk{values: map[string]int{}}) }

// Databases that have each other, and write by batches of the other one.

type Store interface {
	Get(key string) int
	NewBatch() Batch
}

type Batch interface{ Write() }

// A Journal writes what it has collected to the database below it.
type Journal struct {
	mu      sync.Mutex
	store   Store
	batch   Batch // of the store
	pending map[string]int
}

func (j *Journal) Get(key string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.pending[key]
}

func (j *Journal) NewBatch() Batch { return j.store.NewBatch() }

func (j *Journal) Commit() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.batch.Write() // want lockorder
}

// A Cipher asks the database below it.
type Cipher struct {
	mu    sync.Mutex
	store Store
}

func (c *Cipher) Get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.store.Get(key)
}

func (c *Cipher) NewBatch() Batch { return &cipherBatch{of: c} }

type cipherBatch struct{ of *Cipher }

func (b *cipherBatch) Write() {
	b.of.mu.Lock()
	defer b.of.mu.Unlock()
}

func OpenStores() (*Journal, *Cipher) {
	j := &Journal{}
	c := &Cipher{store: j}
	j.store, j.batch = c, c.NewBatch()
	return j, c
}
