// Package clean_only_once passes on what it has gathered, once, with the lock of who gets it, and each update by itself
// from then on.
package clean_only_once

import (
	"errors"
	"sync"
)

var errFlushed = errors.New("flushed")

type Batch struct {
	mu      sync.Mutex
	updates []string
	flushed bool
	node    *Node
}

type Node struct {
	mu    sync.Mutex
	batch *Batch
	names []string
}

func NewNode() *Node {
	n := &Node{}
	n.batch = &Batch{node: n}
	return n
}

func (b *Batch) Update(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flushed {
		b.node.set(name)
		return
	}
	b.updates = append(b.updates, name)
}

func (b *Batch) flush(f func(name string)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flushed {
		return errFlushed
	}
	b.flushed = true
	for _, u := range b.updates {
		f(u)
	}
	return nil
}

func (n *Node) set(name string) {
	n.mu.Lock()
	n.names = append(n.names, name)
	n.mu.Unlock()
}

func (n *Node) Start() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.batch.flush(func(name string) { n.names = append(n.names, name) })
}
