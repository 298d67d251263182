// Package leased_fixed lends a printer.
package leased_fixed

import "sync"

// A Printer is used by one owner at a time. It is safe for concurrent use.
type Printer struct {
	busy  sync.Mutex // while it has an owner
	state sync.Mutex
	owner string
}

// Take lends the printer, unless it has an owner.
func (p *Printer) Take(who string) bool {
	p.state.Lock()
	defer p.state.Unlock()
	if !p.busy.TryLock() {
		return false
	}
	p.owner = who + "!"
	return true
}

// Return gives the printer back. Nothing happens where it has no owner.
func (p *Printer) Return() {
	p.state.Lock()
	defer p.state.Unlock()
	if p.owner != "" {
		p.busy.Unlock()
		p.owner = ""
	}
}

// Owner is who uses the printer, "" for nobody.
func (p *Printer) Owner() string {
	p.state.Lock()
	defer p.state.Unlock()
	return p.owner
}
