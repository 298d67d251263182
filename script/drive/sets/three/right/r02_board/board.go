// Package board has the state of a game that several players move.
package board

import (
	"errors"
	"fmt"
	"sync"
)

// ErrMove is wrapped by the errors for moves that the board does not allow.
var ErrMove = errors.New("not allowed")

// A Pos is a place on the board.
type Pos struct{ Row, Col int }

// A Move brings the piece from one place to another. It takes what is there.
type Move struct{ From, To Pos }

// step is a move that was made, with the piece that it took.
type step struct {
	Move
	taken string
}

// A Board has pieces, at most one at each place. Its methods take its lock, except for Piece. A
// caller that wants to see several pieces in one state takes the lock and calls Piece:
//
//	b.Lock()
//	defer b.Unlock()
type Board struct {
	sync.Mutex
	size   int
	pieces map[Pos]string
	steps  []step
}

// New returns an empty board with size rows and columns.
func New(size int) (*Board, error) {
	if size < 1 {
		return nil, fmt.Errorf("board of size %d: %w", size, ErrMove)
	}
	return &Board{size: size, pieces: map[Pos]string{}}, nil
}

func (b *Board) outside(p Pos) bool {
	return p.Row < 0 || p.Col < 0 || p.Row >= b.size || p.Col >= b.size
}

// Piece returns what is at a place, or "". The caller has taken the lock.
func (b *Board) Piece(p Pos) string {
	return b.pieces[p]
}

// Place puts a piece at a free place.
func (b *Board) Place(p Pos, piece string) error {
	b.Lock()
	defer b.Unlock()
	if b.outside(p) || piece == "" || b.pieces[p] != "" {
		return fmt.Errorf("%q at %v: %w", piece, p, ErrMove)
	}
	b.pieces[p] = piece
	return nil
}

// move wants the lock.
func (b *Board) move(m Move) error {
	if b.outside(m.To) || b.pieces[m.From] == "" || m.From == m.To {
		return fmt.Errorf("move %v: %w", m, ErrMove)
	}
	b.steps = append(b.steps, step{m, b.pieces[m.To]})
	b.pieces[m.To] = b.pieces[m.From]
	delete(b.pieces, m.From)
	return nil
}

// undo wants the lock.
func (b *Board) undo() bool {
	if len(b.steps) == 0 {
		return false
	}
	last := b.steps[len(b.steps)-1]
	b.steps = b.steps[:len(b.steps)-1]
	b.pieces[last.From] = b.pieces[last.To]
	delete(b.pieces, last.To)
	if last.taken != "" {
		b.pieces[last.To] = last.taken
	}
	return true
}

// Undo takes the last move back and reports whether there was one.
func (b *Board) Undo() bool {
	b.Lock()
	defer b.Unlock()
	return b.undo()
}

// Play makes all moves in their order. When the board does not allow one of them, it makes none.
func (b *Board) Play(moves ...Move) error {
	b.Lock()
	defer b.Unlock()
	for n, m := range moves {
		if err := b.move(m); err != nil {
			for range n {
				b.undo()
			}
			return err
		}
	}
	return nil
}
