// Package unlock_reader returns objects that do not release the lock, and releases none where it returns nothing.
package unlock_reader

import (
	"errors"
	"os"
	"sync"
)

type File struct {
	mu      sync.RWMutex
	name    string
	deleted bool
}

// A Reader releases the lock when it is closed.
type Reader struct {
	f    *os.File
	file *File
}

func (r *Reader) Close() error {
	defer r.file.mu.RUnlock()
	return r.f.Close()
}

// A View has a lock of its own.
type View struct {
	mu   sync.RWMutex
	file *File
}

func (v *View) Close() { v.mu.RUnlock() }

var errDeleted = errors.New("deleted")

func (f *File) Reader() (*Reader, error) {
	f.mu.RLock()
	if f.deleted {
		f.mu.RUnlock()
		return nil, errors.Join(errDeleted, os.ErrNotExist)
	}
	r, err := os.Open(f.name)
	if err != nil {
		return nil, err // want missingunlock
	}
	return &Reader{f: r, file: f}, nil
}

func (f *File) View() *View {
	f.mu.RLock()
	if f.deleted {
		f.mu.RUnlock()
		return nil
	}
	return &View{file: f} // want missingunlock
}

func (f *File) Delete() {
	f.mu.Lock()
	f.deleted = true
	f.mu.Unlock()
}

// A handle has the file for itself until it is closed.
type handle struct {
	file   *File
	closed bool
}

func (f *File) open() *handle {
	f.mu.Lock()
	return &handle{file: f}
}

func (h *handle) Close() { h.file.mu.Unlock() }

type Writer struct {
	f *File
	h *handle
}

// Writer gives up the handle that it has opened, in an object without it.
func (f *File) Writer(n int) *Writer {
	h := f.open()
	if n == 0 {
		h.Close()
		return nil
	}
	return &Writer{f: f} // want missingunlock
}
