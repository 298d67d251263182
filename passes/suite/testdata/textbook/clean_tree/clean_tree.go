// Package clean_tree locks a parent before its children, hand over hand.
package clean_tree

import "sync"

type Node struct {
	mu       sync.Mutex
	children []*Node
	next     *Node
	n        int
}

func (t *Node) Add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += n
	for _, c := range t.children {
		c.Add(n)
	}
}

func (t *Node) Walk() int {
	sum := 0
	cur := t
	cur.mu.Lock()
	for cur.next != nil {
		next := cur.next
		next.mu.Lock()
		sum += cur.n
		cur.mu.Unlock()
		cur = next
	}
	cur.mu.Unlock()
	return sum
}
