// Package abba_transaction takes a lock under that of a transaction, and begins a transaction under it. The transaction runs what it is given, behind an interface.
package abba_transaction

import "sync"

type DB struct {
	rw   sync.Mutex
	path string
}

type Tx struct{ db *DB }

func (db *DB) Begin() *Tx { db.rw.Lock(); return &Tx{db} }

func (tx *Tx) Commit() { tx.db.rw.Unlock() }

func (db *DB) Update(fn func(*Tx) error) error {
	tx := db.Begin()
	err := fn(tx)
	tx.Commit()
	return err
}

type Backend interface {
	Update(fn func(*Tx) error) error
}

type Graph struct {
	cacheMu sync.RWMutex
	cache   map[int]int
	db      Backend
}

func Open() *Graph { return &Graph{cache: map[int]int{}, db: &DB{}} }

func (g *Graph) Add(k int) error {
	return g.db.Update(func(tx *Tx) error { // want lockorder
		g.cacheMu.Lock()
		defer g.cacheMu.Unlock()
		g.cache[k]++
		return nil
	})
}

func (g *Graph) Prune() error {
	g.cacheMu.Lock()
	defer g.cacheMu.Unlock()
	return g.db.Update(func(tx *Tx) error {
		clear(g.cache)
		return nil
	})
}
