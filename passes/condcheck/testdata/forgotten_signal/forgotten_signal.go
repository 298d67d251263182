// Package forgotten_signal ends what is waited for and tells nobody.
package forgotten_signal

import "sync"

// Pages are visited by spiders; the last one to end should end all.
type Pages struct {
	mu     sync.Mutex
	cond   *sync.Cond
	active int
	closed bool
	queue  []string
}

func New() *Pages {
	p := new(Pages)
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *Pages) Begin() {
	p.mu.Lock()
	p.active++
	p.mu.Unlock()
}

func (p *Pages) End() {
	p.mu.Lock()
	p.active-- // want `Pages.active ends what .*Drain .* waits for, but nobody signals .*Pages.cond here`
	p.mu.Unlock()
}

func (p *Pages) Drain() {
	p.mu.Lock()
	for p.active > 0 {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

func (p *Pages) Put(page string) {
	p.mu.Lock()
	p.queue = append(p.queue, page)
	p.mu.Unlock()
	p.cond.Broadcast()
}

func (p *Pages) Next() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closed {
		p.cond.Wait()
	}
	if p.closed {
		return ""
	}
	page := p.queue[0]
	p.queue = p.queue[1:]
	return page
}

func (p *Pages) Close() {
	p.mu.Lock()
	p.closed = true // want `Pages.closed ends what .*Next .* waits for`
	p.mu.Unlock()
}

// Unread puts a page back.
func (p *Pages) Unread(page string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, page) // want `Pages.queue ends what .*Next .* waits for`
}

// Turn is never given.
type Turn struct {
	mu   sync.Mutex
	cond *sync.Cond
	mine bool
}

func NewTurn() *Turn {
	t := new(Turn)
	t.cond = sync.NewCond(&t.mu)
	return t
}

func (t *Turn) Await() {
	t.mu.Lock()
	for !t.mine {
		t.cond.Wait() // want `Turn.cond.Wait waits for ever: nobody calls Signal or Broadcast`
	}
	t.mu.Unlock()
}
