// Package clean_layers has links that are put into one another: a filter asks the link below it, and a bridge is given
// links. No link is in itself.
package clean_layers

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

func (f *Filter) Init(lower Link) { f.lower = lower }

func (f *Filter) SetAddress(a int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lower.SetAddress(a)
}

func (f *Filter) Attach(up Link) {
	f.mu.Lock()
	f.up = up
	f.mu.Unlock()
	f.lower.Attach(f)
}

type Bridge struct {
	mu      sync.Mutex
	address int
	ports   map[int]Link
}

func (b *Bridge) SetAddress(a int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.address = a
}

func (b *Bridge) Attach(Link) {}

func (b *Bridge) Add(port int, l Link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l.Attach(b)
	b.ports[port] = l
}

func Open() Link {
	b := &Bridge{ports: map[int]Link{}}
	f := &Filter{}
	f.Init(b)
	return f
}

// Snapshots have what is below them in a wrapper, which has a snapshot.

type Snapshot interface {
	Child(name string) Snapshot
	Close()
}

type Wrapper struct {
	mu   sync.Mutex
	snap Snapshot
}

func Wrap(s Snapshot) *Wrapper { return &Wrapper{snap: s} }

func (w *Wrapper) Child(name string) Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.snap.Child(name)
}

func (w *Wrapper) Close() {
	w.mu.Lock()
	w.snap = nil
	w.mu.Unlock()
}

type Stack struct {
	mu    sync.Mutex
	refs  int
	below *Wrapper
	kids  map[string]*Stack
}

func (s *Stack) Child(name string) Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kids[name]
}

func (s *Stack) Lower(below Snapshot) { s.below = Wrap(below) }

func (s *Stack) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refs--; s.refs == 0 && s.below != nil {
		s.below.Close()
	}
}

func Layers(s *Stack) Snapshot {
	top := &Stack{refs: 1}
	top.Lower(Wrap(s))
	return top
}

// Databases are put into one another as well, and what is written goes through batches of the lower one.

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
	j.batch.Write()
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

func (j *Journal) Over(lower Store) { j.store, j.batch = lower, lower.NewBatch() }

func (c *Cipher) Over(lower Store) { c.store = lower }

func Stores() []Store { return []Store{&Journal{}, &Cipher{}} }
