// Package rotated_fixed is the twin of rotated, which gives its lock back where it rotates.
package rotated_fixed

import (
	"errors"
	"sync"
)

// ErrKind is that a change has a kind that the journal does not know.
var ErrKind = errors.New("rotated_fixed: no such kind")

// A Kind is one of a change.
type Kind int

// The kinds.
const (
	Put Kind = iota
	Drop
	Copy
	Mark
	Link
	Move
)

// inRow is how many moves in a row close a segment, and how many marks in a row then end it.
const inRow = 3

// A Journal is a list of changes, in segments.
type Journal struct {
	mu       sync.Mutex
	size     int // of the present segment
	moves    int // in a row
	marks    int // in a row, after these
	segments []int
}

// New returns an empty journal.
func New() *Journal { return &Journal{} }

// Append adds a change.
func (j *Journal) Append(kind Kind) error {
	j.mu.Lock()
	switch {
	case kind < Put || kind > Move:
		j.mu.Unlock()
		return ErrKind
	case kind == Mark && j.moves == inRow:
		j.marks++
	case kind == Move && j.marks == 0:
		j.moves = min(j.moves+1, inRow)
	default:
		j.moves, j.marks = 0, 0
	}
	j.size++
	if j.marks == inRow {
		j.segments = append(j.segments, j.size)
		j.size, j.moves, j.marks = 0, 0, 0
		j.mu.Unlock()
		return nil
	}
	j.mu.Unlock()
	return nil
}

// Size is the number of changes in the present segment.
func (j *Journal) Size() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size
}

// Segments is the number of segments before it.
func (j *Journal) Segments() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.segments)
}
