// Package clean_set keeps children in a set, and locks parents first.
package clean_set

import "sync"

type Node struct {
	mu     sync.Mutex
	parent *Node
	kids   map[*Node]struct{}
	over   bool
}

func (n *Node) Child() *Node {
	k := &Node{parent: n, kids: map[*Node]struct{}{}}
	n.mu.Lock()
	n.kids[k] = struct{}{}
	n.mu.Unlock()
	return k
}

func (n *Node) End() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.over = true
	for k := range n.kids {
		k.End()
	}
}

func (n *Node) Leave() {
	n.mu.Lock()
	n.over = true
	p := n.parent
	n.mu.Unlock()
	p.mu.Lock()
	delete(p.kids, n)
	p.mu.Unlock()
}

// Peers are in a set of each other's names.
type Peers struct {
	mu    sync.Mutex
	known map[any]bool
}

func (p *Peers) Meet(q *Peers) {
	p.mu.Lock()
	p.known[q] = true
	p.mu.Unlock()
}

func (p *Peers) Count() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for other := range p.known {
		if _, ok := other.(*Peers); ok {
			n++
		}
	}
	return n
}
