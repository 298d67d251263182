package lib

import "sync"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}

type cell[U any] struct{ v U }

func (c *cell[U]) Put(v U) { c.v = v }

var (
	kept  = &cell[*T]{&T{}}
	other = &T{}
)

func Other() *T { return other }

func Run() { (&pair{kept.v, other}).both() }

func cellOf() *cell[*T] { return kept }
