// Package abba_set keeps children in a set, which lead back to their parent.
package abba_set

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
		k.mu.Lock() // want lockorder
		k.over = true
		k.mu.Unlock()
	}
}

func (n *Node) Leave() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.over = true
	n.parent.mu.Lock()
	delete(n.parent.kids, n)
	n.parent.mu.Unlock()
}
