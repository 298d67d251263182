// Package ledger keeps a lock of two, each when its context has ended.
package ledger

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
	if err := ctx.Err(); err != nil {
		return err
	}
	l.lines = append(l.lines, line)
	l.writing.Unlock()
	return nil
}

// Mail adds a letter.
func (l *Ledger) Mail(ctx context.Context, letter string) error {
	l.mailing.Lock()
	if err := ctx.Err(); err != nil {
		return err
	}
	l.letters = append(l.letters, letter)
	l.mailing.Unlock()
	return nil
}
