// Package abba_bare: one of the two types has nothing but its lock, and is known by pointers.
package abba_bare

import "sync"

type Lease struct{ mu sync.Mutex }

type Names struct {
	mu     sync.Mutex
	leases map[string]*Lease
}

func (n *Names) Get(name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if l, ok := n.leases[name]; ok {
		n.match(l) // want lockorder
	}
}

func (n *Names) match(l *Lease) {
	l.mu.Lock()
	defer l.mu.Unlock()
}

func (n *Names) remove(name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.leases, name)
}

type Table struct {
	mu     sync.Mutex
	names  *Names
	active *Lease
}

func (t *Table) Release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.active
	l.mu.Lock()
	defer l.mu.Unlock()
	t.names.remove("")
}
