// Package double_logger has loggers that write under a lock of them all, and write to one that takes it
// as well.
package double_logger

import "sync"

type Logger interface{ Print(line string) }

var mu sync.Mutex

type Prefixed struct {
	prefix string
	to     Logger
}

func New(prefix string) Logger { return &Prefixed{prefix, &Counted{}} }

func (p *Prefixed) Print(line string) {
	mu.Lock()
	p.to.Print(p.prefix + line) // want doublelock
	mu.Unlock()
}

type Counted struct{ n int }

func (c *Counted) Print(line string) {
	mu.Lock()
	c.n++
	mu.Unlock()
}
