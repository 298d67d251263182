// Package hook_given_right has only processors of its own.
package hook_given_right

import "sync"

type Processor interface{ Shutdown() error }

type Batch struct{ n int }

func (b *Batch) Shutdown() error { b.n = 0; return nil }

type entry struct{ proc Processor }

type Provider struct {
	mu      sync.Mutex
	entries []*entry
	names   map[string]bool
}

func (p *Provider) Register(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entries = append(p.entries, &entry{proc: &Batch{n}})
}

func (p *Provider) Name(s string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.names[s]
}

func (p *Provider) Shutdown() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.entries {
		if err := e.proc.Shutdown(); err != nil {
			return err
		}
	}
	return nil
}
