// Package ledger_fixed gives its locks back on each path.
package ledger_fixed

import (
	"context"
	"sync"
)

type Ledger struct {
	writing sync.Mutex
	lines   []string
	mailing sync.Mutex
	letters []string
}

func New() *Ledger { return &Ledger{} }

// Write adds a line.
func (l *Ledger) Write(ctx context.Context, line string) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	l.lines = append(l.lines, line)
	return nil
}

// Mail adds a letter.
func (l *Ledger) Mail(ctx context.Context, letter string) error {
	l.mailing.Lock()
	defer l.mailing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	l.letters = append(l.letters, letter)
	return nil
}
