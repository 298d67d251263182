// Package abba_converted moves the object of one field to a field of another type, with the struct that it is in.
package abba_converted

import (
	"reflect"
	"sync"
)

type Journal struct {
	mu    sync.Mutex
	lines []string
}

type Draft struct {
	log  *Journal
	name string
}

type Report struct {
	log  *Journal
	name string
}

type Desk struct {
	mu sync.Mutex
	n  int
}

func NewDraft() *Draft   { return &Draft{log: &Journal{}} }
func NewReport() *Report { return &Report{log: &Journal{}} }

func (r *Report) Publish(d *Draft) { *r = Report(*d) }

func (d *Draft) Count(desk *Desk) {
	desk.mu.Lock()
	defer desk.mu.Unlock()
	d.log.mu.Lock() // want lockorder
	defer d.log.mu.Unlock()
	desk.n += len(d.log.lines)
}

func (r *Report) Count(desk *Desk) {
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	desk.mu.Lock()
	defer desk.mu.Unlock()
	desk.n += len(r.log.lines)
}

type Store struct {
	mu   sync.Mutex
	rows []int
}

type Input struct{ rows *Store }

type Output struct{ rows *Store }

type Index struct {
	mu sync.Mutex
	n  int
}

func NewInput() *Input   { return &Input{rows: &Store{}} }
func NewOutput() *Output { return &Output{rows: &Store{}} }

func (o *Output) Take(in *Input) {
	to := reflect.ValueOf(o).Elem()
	to.Set(reflect.ValueOf(*in).Convert(to.Type()))
}

func (in *Input) Count(x *Index) {
	x.mu.Lock()
	defer x.mu.Unlock()
	in.rows.mu.Lock() // want lockorder
	defer in.rows.mu.Unlock()
	x.n += len(in.rows.rows)
}

func (o *Output) Count(x *Index) {
	o.rows.mu.Lock()
	defer o.rows.mu.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.n += len(o.rows.rows)
}
