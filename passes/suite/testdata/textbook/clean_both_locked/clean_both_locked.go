// Package clean_both_locked locks two objects, which may be one, by a function, and unlocks them by another one.
package clean_both_locked

import "sync"

type Node struct {
	mu   sync.Mutex
	id   int
	kids map[string]*Node
}

func lockBoth(a, b *Node) {
	if a == b {
		a.mu.Lock()
	} else if a.id < b.id {
		a.mu.Lock()
		b.mu.Lock()
	} else {
		b.mu.Lock()
		a.mu.Lock()
	}
}

func unlockBoth(a, b *Node) {
	a.mu.Unlock()
	if b != a {
		b.mu.Unlock()
	}
}

func (n *Node) Move(name string, to *Node) bool {
	for {
		lockBoth(n, to)
		kid := n.kids[name]
		if kid == nil {
			unlockBoth(n, to)
			return false
		}
		if to.kids[name] == nil {
			delete(n.kids, name)
			to.kids[name] = kid
			unlockBoth(n, to)
			return true
		}
		unlockBoth(n, to)
	}
}

func (n *Node) Clear(other *Node) {
	lockBoth(n, other)
	defer unlockBoth(n, other)
	clear(n.kids)
	clear(other.kids)
}
