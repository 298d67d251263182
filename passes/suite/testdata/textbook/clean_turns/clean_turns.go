// Package clean_turns lets callers wait by a new lock in a list, which others take from there to unlock it.
package clean_turns

import "sync"

type Writer struct {
	mu       sync.Mutex
	progress int64
	offsets  []int64
	waiting  []*sync.Mutex
}

// WriteAt waits until all before it is written.
func (w *Writer) WriteAt(data []byte, offset int64) {
	w.mu.Lock()
	if offset <= w.progress {
		w.progress += int64(len(data))
		w.wake()
		w.mu.Unlock()
		return
	}
	turn := new(sync.Mutex)
	turn.Lock()
	w.offsets = append(w.offsets, offset)
	w.waiting = append(w.waiting, turn)
	w.mu.Unlock()
	turn.Lock()
	w.mu.Lock()
	w.progress += int64(len(data))
	w.wake()
	w.mu.Unlock()
}

func (w *Writer) wake() {
	for i, turn := range w.waiting {
		if w.offsets[i] <= w.progress {
			turn.Unlock()
		}
	}
}
