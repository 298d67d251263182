// Package journal has a list of entries that grows, and watchers that read along.
package journal

import (
	"errors"
	"sync"
)

// ErrClosed is returned by Append when the journal is closed.
var ErrClosed = errors.New("journal: closed")

// A Journal is entries in their order. The zero value is an empty one.
type Journal[E any] struct {
	mu       sync.Mutex
	entries  []E
	watchers []*Watcher[E]
	closed   bool
}

// A Watcher reads the entries of a journal, each once.
type Watcher[E any] struct {
	journal *Journal[E]
	wake    chan struct{} // there is something to read
	ended   chan struct{} // nothing will come any more
	at      int           // guarded by the lock of the journal
}

// poke wakes one Next of the watcher.
func (w *Watcher[E]) poke() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Append adds entries.
func (j *Journal[E]) Append(entries ...E) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return ErrClosed
	}
	j.entries = append(j.entries, entries...)
	for _, w := range j.watchers {
		w.poke()
	}
	return nil
}

// Len returns the number of entries.
func (j *Journal[E]) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.entries)
}

// Watch returns a watcher that begins with the entry of this index. One may also watch a journal
// that is closed, to read what it has.
func (j *Journal[E]) Watch(from int) *Watcher[E] {
	w := &Watcher[E]{
		journal: j,
		wake:    make(chan struct{}, 1),
		ended:   make(chan struct{}),
		at:      max(from, 0),
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.closed {
		j.watchers = append(j.watchers, w)
	}
	return w
}

// Close ends the journal. Watchers get what is left. The second Close does nothing.
func (j *Journal[E]) Close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return
	}
	j.closed = true
	for _, w := range j.watchers {
		close(w.ended)
	}
	j.watchers = nil
}

// take returns the entry that is next. When there are more, another Next may go on.
func (w *Watcher[E]) take() (entry E, ok bool) {
	w.journal.mu.Lock()
	defer w.journal.mu.Unlock()
	if w.at >= len(w.journal.entries) {
		return entry, false
	}
	entry = w.journal.entries[w.at]
	w.at++
	if w.at < len(w.journal.entries) {
		w.poke()
	}
	return entry, true
}

// Next returns the next entry. While there is none, it waits for Append. It returns false when
// the journal is closed and has no more. Several goroutines may share a watcher.
func (w *Watcher[E]) Next() (E, bool) {
	for {
		if entry, ok := w.take(); ok {
			return entry, true
		}
		select {
		case <-w.wake:
		case <-w.ended:
			return w.take()
		}
	}
}
