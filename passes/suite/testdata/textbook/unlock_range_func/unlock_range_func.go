// Package unlock_range_func forgets to unlock where loops over functions are left.
package unlock_range_func

import (
	"errors"
	"iter"
	"sync"
)

type Plan struct {
	mu    sync.Mutex
	parts map[string]int
	count int
}

func (p *Plan) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range p.parts {
			if !yield(name) {
				return
			}
		}
	}
}

func (p *Plan) Find(want string) (int, error) {
	p.mu.Lock()
	for name := range p.all() {
		if name == want {
			n := p.parts[name]
			p.mu.Unlock()
			return n, nil
		}
		if name == "" {
			return 0, errors.New("no name") // want missingunlock
		}
	}
	p.mu.Unlock()
	return 0, errors.New("not found")
}

func (p *Plan) Pair(a, b string) bool {
	p.mu.Lock()
	for x := range p.all() {
		for y := range p.all() {
			if x == a && y == b {
				return true // want missingunlock
			}
		}
	}
	p.mu.Unlock()
	return false
}

func (p *Plan) Stop() {
	p.mu.Lock()
	for name := range p.all() {
		if name == "stop" {
			p.mu.Unlock()
			break
		}
	}
	p.mu.Unlock() // want unlock-unlocked
}

func (p *Plan) Count() {
	for name := range p.all() {
		p.mu.Lock() // want missingunlock
		if name == "" {
			continue
		}
		p.count++
		p.mu.Unlock()
	}
}
