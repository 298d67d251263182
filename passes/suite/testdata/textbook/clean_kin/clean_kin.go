// Package clean_kin locks parents and children in one order, or never both, or with one lock for all of them.
package clean_kin

import "sync"

// Span tells its parent when it has let go of itself.
type Span struct {
	mu       sync.Mutex
	parent   *Span
	children map[*Span]bool
	done     bool
}

func Begin(parent *Span) *Span {
	s := &Span{parent: parent, children: map[*Span]bool{}}
	parent.mu.Lock()
	parent.children[s] = true
	parent.mu.Unlock()
	return s
}

func (s *Span) Cancel() { s.cancel(true) }

func (s *Span) cancel(leave bool) {
	s.mu.Lock()
	s.done = true
	for c := range s.children {
		c.cancel(false)
	}
	s.children = nil
	s.mu.Unlock()
	if leave && s.parent != nil {
		s.parent.mu.Lock()
		delete(s.parent.children, s)
		s.parent.mu.Unlock()
	}
}

// Item is locked together with what comes next, from either of them.
type Item struct {
	mu         sync.Mutex
	next, prev *Item
	n          int
}

func (i *Item) After(j *Item) {
	i.next = j
	j.prev = i
}

func (i *Item) Take() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.next.mu.Lock()
	defer i.next.mu.Unlock()
	i.n, i.next.n = i.n+i.next.n, 0
}

func (i *Item) Give() {
	prev := i.prev
	prev.mu.Lock()
	defer prev.mu.Unlock()
	i.mu.Lock()
	defer i.mu.Unlock()
	prev.n, i.n = prev.n+i.n, 0
}

// Tree has a lock for all nodes, which is held where two of them are locked.
type Tree struct {
	mu   sync.Mutex
	root *Node
}

type Node struct {
	mu   sync.Mutex
	up   *Node
	down []*Node
	n    int
}

func (t *Tree) Add(to *Node, n int) *Node {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := &Node{up: to, n: n}
	to.down = append(to.down, c)
	return c
}

func (t *Tree) Sum(n *Node) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n.mu.Lock()
	defer n.mu.Unlock()
	sum := n.n
	for _, c := range n.down {
		c.mu.Lock()
		sum += c.n
		c.mu.Unlock()
	}
	return sum
}

func (t *Tree) Raise(n *Node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.up.mu.Lock()
	n.up.n += n.n
	n.up.mu.Unlock()
}

// Page is read in both directions, but nobody who holds one of two waits to write the other one.
type Page struct {
	mu          sync.RWMutex
	left, right *Page
	n           int
}

func (p *Page) Beside(q *Page) {
	p.right = q
	q.left = p
}

func (p *Page) Left() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	p.left.mu.RLock()
	defer p.left.mu.RUnlock()
	return p.n - p.left.n
}

func (p *Page) Right() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	p.right.mu.RLock()
	defer p.right.mu.RUnlock()
	return p.right.n - p.n
}
