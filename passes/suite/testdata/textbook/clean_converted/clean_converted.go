// Package clean_converted gives a report the name of a draft, and a copy of a draft its journal. Each type keeps
// journals of its own.
package clean_converted

import "sync"

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

func (r *Report) Publish(d *Draft) { r.name = d.name }

func (d *Draft) Copy(from *Draft) { *d = *from }

func (d *Draft) Count(desk *Desk) {
	desk.mu.Lock()
	defer desk.mu.Unlock()
	d.log.mu.Lock()
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
