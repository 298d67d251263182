// Package two_closers waits for the goroutines of one closer with a lock held
// that they need.
package two_closers

import "sync"

type Closer struct {
	stop chan struct{}
	wg   sync.WaitGroup
}

func newCloser(n int) *Closer {
	c := &Closer{stop: make(chan struct{})}
	c.wg.Add(n)
	return c
}

func (c *Closer) Done() { c.wg.Done() }

func (c *Closer) Wait() {
	close(c.stop)
	c.wg.Wait()
}

type DB struct {
	mu       sync.Mutex
	flush    *Closer
	compacts *Closer
	n        int
}

func Open() *DB {
	db := &DB{flush: newCloser(1), compacts: newCloser(1)}
	go func() { db.flushes(db.flush) }()
	go db.compact(db.compacts)
	return db
}

func (db *DB) flushes(c *Closer) {
	defer c.Done()
	db.mu.Lock()
	db.n++
	db.mu.Unlock()
}

func (db *DB) compact(c *Closer) { defer c.Done() }

func (db *DB) Drop() {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.flush.Wait() // want `waits for WaitGroup .*Closer.wg holding .*DB.mu`
}
