// Package abba_elements takes two elements of a map, and of a list, by constants in both orders.
package abba_elements

import "sync"

type Rows struct {
	locks map[string]*sync.Mutex
	n     int
}

func (r *Rows) Open() {
	r.locks["a"].Lock()
	defer r.locks["a"].Unlock()
	r.locks["b"].Lock() // want lockorder
	defer r.locks["b"].Unlock()
	r.n++
}

func (r *Rows) Close() {
	r.locks["b"].Lock()
	defer r.locks["b"].Unlock()
	r.locks["a"].Lock()
	defer r.locks["a"].Unlock()
	r.n--
}

type Pair struct {
	sides [2]sync.Mutex
	n     int
}

func (p *Pair) Left() {
	p.sides[0].Lock()
	defer p.sides[0].Unlock()
	p.sides[1].Lock() // want lockorder
	defer p.sides[1].Unlock()
	p.n++
}

func (p *Pair) Right() {
	p.sides[1].Lock()
	defer p.sides[1].Unlock()
	p.sides[0].Lock()
	defer p.sides[0].Unlock()
	p.n--
}

// Board has two arrays of locks, of which two elements are locked in both orders.
type Board struct {
	rows, columns [2]sync.Mutex
	n             int
}

func (b *Board) Left() {
	b.rows[0].Lock()
	defer b.rows[0].Unlock()
	b.columns[1].Lock() // want lockorder
	defer b.columns[1].Unlock()
	b.n++
}

func (b *Board) Right() {
	b.columns[1].Lock()
	defer b.columns[1].Unlock()
	b.rows[0].Lock()
	defer b.rows[0].Unlock()
	b.n--
}
