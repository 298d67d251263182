// Package clean_logger has loggers that write under a lock of them all, and write to what they are made
// with, which is none of them.
package clean_logger

import "sync"

type Logger interface{ Print(line string) }

var mu sync.Mutex

type Prefixed struct {
	prefix string
	to     Logger
}

func New(prefix string, to Logger) Logger { return &Prefixed{prefix, to} }

func (p *Prefixed) Print(line string) {
	mu.Lock()
	p.to.Print(p.prefix + line)
	mu.Unlock()
}
