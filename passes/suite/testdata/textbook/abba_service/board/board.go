// Package board: one order is in a method that is not exported and that nobody in
// the package calls. It is passed to a function that keeps it, and runs as a service.
package board

import (
	"sync"

	"example.com/textbook/abba_service/runner"
)

type Board struct {
	mu    sync.Mutex
	lines []*Line
	tick  chan bool
}

type Line struct {
	mu    sync.Mutex
	board *Board
	text  string
}

func (b *Board) Service() interface{ Serve() error } { return runner.Service("board", b.serve) }

func (b *Board) serve() error {
	for range b.tick {
		b.refresh()
	}
	return nil
}

func (b *Board) refresh() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.lines {
		l.clear() // want lockorder
	}
}

func (l *Line) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = ""
}

func (l *Line) Remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.board.drop(l)
}

func (b *Board) drop(l *Line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, x := range b.lines {
		if x == l {
			b.lines = append(b.lines[:i], b.lines[i+1:]...)
			return
		}
	}
}
