// Package leased lends a printer.
package leased

import "sync"

// A Printer is used by one owner at a time. It is safe for concurrent use.
type Printer struct {
	busy  sync.Mutex // while it has an owner
	state sync.Mutex
	owner string
}

// Take lends the printer, unless it has an owner.
func (p *Printer) Take(who string) bool {
	if !p.busy.TryLock() {
		return false
	}
	p.set(who + "!")
	return true
}

// Return gives the printer back. Nothing happens where it has no owner.
func (p *Printer) Return() {
	if p.Owner() != "" {
		p.busy.Unlock()
		p.set("")
	}
}

// Owner is who uses the printer, "" for nobody.
func (p *Printer) Owner() string {
	p.state.Lock()
	defer p.state.Unlock()
	return p.owner
}

func (p *Printer) set(owner string) {
	p.state.Lock()
	defer p.state.Unlock()
	p.owner = owner
}
