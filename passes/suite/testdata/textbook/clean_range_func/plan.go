// Package clean_range_func unlocks and returns in the bodies of loops over
// functions, and unlocks behind them.
package clean_range_func

import (
	"fmt"
	"iter"
	"sync"
)

type Plan struct {
	mu       sync.RWMutex
	inflight map[string]map[string]*Part
	parts    map[string]map[string]*Part
	ready    bool
}

type Part struct {
	name    string
	deleted bool
}

type journal struct{ err error }

func (l *journal) propose(name string) error { return l.err }

func (p *Plan) all(group string) iter.Seq[*Part] {
	return func(yield func(*Part) bool) {
		in := p.inflight[group]
		for _, i := range in {
			if !i.deleted && !yield(i) {
				return
			}
		}
		for _, part := range p.parts[group] {
			if _, ok := in[part.name]; ok {
				continue
			}
			if !yield(part) {
				return
			}
		}
	}
}

func (p *Plan) Purge(l *journal, group string) {
	var err error
	p.mu.RLock()
	ready := p.ready
	p.mu.RUnlock()
	if !ready {
		return
	}
	p.mu.Lock()
	n := 0
	for outer := range p.all(group) {
		for inner := range p.all(outer.name) {
			if err = l.propose(inner.name); err != nil {
				p.mu.Unlock()
				fmt.Println(err)
				return
			}
			n++
		}
		if err = l.propose(outer.name); err != nil {
			p.mu.Unlock()
			fmt.Println(err)
			return
		}
		n++
	}
	p.mu.Unlock()
	fmt.Println(n)
}

func (p *Plan) First(group string) *Part {
	p.mu.Lock()
	for part := range p.all(group) {
		if part.deleted {
			continue
		}
		if part.name == "locked" {
			break
		}
		p.mu.Unlock()
		return part
	}
	p.mu.Unlock()
	return nil
}

func (p *Plan) Pair(a, b string) bool {
	p.mu.Lock()
	for x := range p.all(a) {
		for y := range p.all(b) {
			if x == y {
				p.mu.Unlock()
				return true
			}
		}
	}
	p.mu.Unlock()
	return false
}

func (p *Plan) Each(group string) (n int) {
	for part := range p.all(group) {
		p.mu.Lock()
		if part.deleted {
			p.mu.Unlock()
			continue
		}
		n++
		p.mu.Unlock()
	}
	return n
}
