// Package rotated keeps a journal of changes, and has forgotten its lock where it rotates after three changes of one kind to one key.
package rotated

import (
	"errors"
	"sync"
)

// ErrKind is that an entry has a kind that the journal does not know.
var ErrKind = errors.New("rotated: no such kind")

// A Journal is a list of changes, in segments.
type Journal struct {
	mu       sync.Mutex
	moves    map[string]int // of each key, in the present segment
	segments int
	size     int
}

// New returns an empty journal.
func New() *Journal { return &Journal{moves: map[string]int{}} }

// Append adds a change of a key. Its kind is put, drop, move or mark.
func (j *Journal) Append(kind, key string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch kind {
	case "put", "drop", "mark":
		j.size++
	case "move":
		j.size++
		j.moves[key]++
	default:
		return ErrKind
	}
	return nil
}

// Compact begins a new segment where a key was moved more than twice. It returns the number of segments.
func (j *Journal) Compact(key string) int {
	j.mu.Lock()
	if j.moves[key] > 2 {
		j.segments++
		clear(j.moves)
		return j.segments
	}
	defer j.mu.Unlock()
	return j.segments
}

// Size is the number of changes.
func (j *Journal) Size() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size
}
