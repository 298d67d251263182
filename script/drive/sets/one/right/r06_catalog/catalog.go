// Package catalog has a table of named items that one goroutine owns. All other goroutines
// ask it, so that there is no lock.
package catalog

import (
	"errors"
	"sync"
)

// Errors of a Catalog.
var (
	ErrMissing = errors.New("catalog: no such item")
	ErrTaken   = errors.New("catalog: name is taken")
	ErrClosed  = errors.New("catalog: closed")
)

type kind int

const (
	put kind = iota
	get
	rename
	size
)

type request[V any] struct {
	kind     kind
	name, to string
	value    V
	reply    chan answer[V]
}

type answer[V any] struct {
	value V
	n     int
	err   error
}

// A Catalog is items by name. Its goroutine runs from New until Close.
type Catalog[V any] struct {
	requests chan request[V]
	quit     chan struct{}
	stop     sync.Once
	done     chan struct{}
}

// New returns an empty catalog. Close it after use.
func New[V any]() *Catalog[V] {
	c := &Catalog[V]{
		requests: make(chan request[V]),
		quit:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	go c.serve()
	return c
}

// serve owns the items.
func (c *Catalog[V]) serve() {
	defer close(c.done)
	items := map[string]V{}
	for {
		select {
		case r := <-c.requests:
			serveOne(items, r)
		case <-c.quit:
			return
		}
	}
}

// serveOne answers a request.
func serveOne[V any](items map[string]V, r request[V]) {
	switch r.kind {
	case put:
		items[r.name] = r.value
	case get:
		value, ok := items[r.name]
		if !ok {
			r.reply <- answer[V]{err: ErrMissing}
			return
		}
		r.reply <- answer[V]{value: value}
		return
	case rename:
		value, ok := items[r.name]
		if !ok {
			r.reply <- answer[V]{err: ErrMissing}
			return
		}
		if _, taken := items[r.to]; taken {
			r.reply <- answer[V]{err: ErrTaken}
			return
		}
		delete(items, r.name)
		items[r.to] = value
	}
	r.reply <- answer[V]{n: len(items)}
}

// ask hands a request to the owner and waits for the answer.
func (c *Catalog[V]) ask(r request[V]) answer[V] {
	r.reply = make(chan answer[V], 1)
	select {
	case c.requests <- r:
		return <-r.reply
	case <-c.quit:
		return answer[V]{err: ErrClosed}
	}
}

// Put stores an item, in place of the one with the same name.
func (c *Catalog[V]) Put(name string, value V) error {
	return c.ask(request[V]{kind: put, name: name, value: value}).err
}

// Get returns an item.
func (c *Catalog[V]) Get(name string) (V, error) {
	a := c.ask(request[V]{kind: get, name: name})
	return a.value, a.err
}

// Rename gives an item another name, which no item may have.
func (c *Catalog[V]) Rename(name, to string) error {
	return c.ask(request[V]{kind: rename, name: name, to: to}).err
}

// Len returns the number of items.
func (c *Catalog[V]) Len() (int, error) {
	a := c.ask(request[V]{kind: size})
	return a.n, a.err
}

// Close ends the goroutine. Later calls get ErrClosed, and a later Close does nothing.
func (c *Catalog[V]) Close() {
	c.stop.Do(func() { close(c.quit) })
	<-c.done
}
