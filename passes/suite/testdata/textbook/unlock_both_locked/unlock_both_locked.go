// Package unlock_both_locked locks two objects, which may be one, by a function, and forgets them on one path.
package unlock_both_locked

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
	lockBoth(n, to)
	kid := n.kids[name]
	if kid == nil {
		return false // want missingunlock
	}
	delete(n.kids, name)
	to.kids[name] = kid
	unlockBoth(n, to)
	return true
}
