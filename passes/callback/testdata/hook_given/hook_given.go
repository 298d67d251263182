// Package hook_given calls what its users have registered beside its own.
package hook_given

import "sync"

// Processor is implemented here, and by users.
type Processor interface{ Shutdown() error }

type Batch struct{ n int }

func (b *Batch) Shutdown() error { b.n = 0; return nil }

type entry struct {
	once sync.Once
	proc Processor
}

type Provider struct {
	mu      sync.Mutex
	entries []*entry
	names   map[string]bool
}

func (p *Provider) Register(proc Processor) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entries = append(p.entries, &entry{proc: proc})
}

// Name may be what a Processor asks for.
func (p *Provider) Name(s string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.names[s]
}

func (p *Provider) Shutdown() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.entries {
		var err error
		e.once.Do(func() { // want `calls the user's hook_given.Processor.Shutdown holding hook_given.Provider.mu`
			err = e.proc.Shutdown()
		})
		if err != nil {
			return err
		}
	}
	return nil
}
