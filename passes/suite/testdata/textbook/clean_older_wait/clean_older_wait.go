// Package clean_older_wait has a pool that waits for goroutines with its lock, which ask what it was
// made with: that may be another pool, but not this one.
package clean_older_wait

import "sync"

type Source interface{ Get(key string) string }

type Lister interface{ List() []string }

type Pool struct {
	mu   sync.Mutex
	have map[string]string
	base Source
}

func NewPool(base Source) *Pool { return &Pool{base: base} }

func (p *Pool) Get(key string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.have == nil {
		p.fill([]string{key})
	}
	return p.have[key]
}

func (p *Pool) fill(keys []string) {
	p.have = map[string]string{}
	l, ok := p.base.(Lister)
	if !ok {
		l = toLister(p.base)
	}
	keys = append(keys, l.List()...)
	wg := sync.WaitGroup{}
	for _, k := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p.base.Get(k)
		}()
	}
	wg.Wait()
}

func (p *Pool) List() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return []string{"a"}
}

type lister struct{ Source }

func (lister) List() []string { return nil }

func toLister(s Source) Lister { return lister{s} }

func Two(s Source) Source { return NewPool(NewPool(s)) }
