// Package abba_kin locks parents and their children, or neighbours in a list, in both orders.
package abba_kin

import "sync"

// Span knows its parent, and that one knows its children.
type Span struct {
	sync.Mutex
	parent   *Span
	children []*Span
	out      Output
	open     int
}

// Output is told of whole trees.
type Output interface{ Put(s *Span) }

type Console struct{ n int }

func (c *Console) Put(s *Span) { c.count(s) }

func (c *Console) count(s *Span) {
	for _, child := range s.children {
		child.Lock()
		c.count(child) // want lockorder
		child.Unlock()
	}
	c.n++
}

func Begin(parent *Span, out Output) *Span {
	s := &Span{parent: parent, out: out}
	parent.Lock()
	parent.children = append(parent.children, s)
	parent.open++
	parent.Unlock()
	return s
}

func New() *Span { return &Span{out: &Console{}} }

func (s *Span) Close() {
	s.Lock()
	defer s.Unlock()
	s.parent.remove(s)
}

func (s *Span) remove(child *Span) {
	s.Lock()
	defer s.Unlock()
	s.open--
	for i, c := range s.children {
		if c == child {
			s.children = append(s.children[:i], s.children[i+1:]...)
			return
		}
	}
}

// Flush goes up to the first one with open children and holds that one when it is put out.
func (s *Span) Flush() {
	at := s
	at.Lock()
	for at.open == 0 && at.parent != nil {
		up := at.parent
		at.Unlock()
		at = up
		at.Lock()
	}
	at.out.Put(at)
	at.Unlock()
}

// Item is in a list, of which each function goes in its own direction.
type Item struct {
	mu         sync.Mutex
	next, prev *Item
	n          int
}

func (i *Item) After(j *Item) {
	i.next = j
	j.prev = i
}

func (i *Item) Take() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.next == nil {
		return i.n
	}
	i.next.mu.Lock() // want lockorder
	defer i.next.mu.Unlock()
	n := i.next.n
	i.next.n = 0
	return i.n + n
}

func (i *Item) Give(n int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.prev == nil {
		return
	}
	i.prev.mu.Lock()
	defer i.prev.mu.Unlock()
	i.prev.n += n
	i.n -= n
}

// Twin has one other object, and no way back from it.
type Twin struct {
	mu    sync.Mutex
	other *Twin
	n     int
}

func (t *Twin) Pull() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.other.mu.Lock() // want lockorder
	defer t.other.mu.Unlock()
	t.n += t.other.n
	t.other.n = 0
}

func (t *Twin) Push() {
	other := t.other
	other.mu.Lock()
	defer other.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	other.n += t.n
	t.n = 0
}
