// Package clean_reader returns objects that release the lock when they are closed.
package clean_reader

import (
	"errors"
	"io"
	"os"
	"sync"
)

type File struct {
	mu      sync.RWMutex
	name    string
	deleted bool
}

type Reader struct {
	f    *os.File
	file *File
}

func (r *Reader) Read(p []byte) (int, error) { return r.f.Read(p) }

func (r *Reader) Close() error {
	defer r.file.mu.RUnlock()
	return r.f.Close()
}

var errDeleted = errors.New("deleted")

// Reader holds the file until what it returns is closed.
func (f *File) Reader() (*Reader, error) {
	f.mu.RLock()
	if f.deleted {
		f.mu.RUnlock()
		return nil, errors.Join(errDeleted, os.ErrNotExist)
	}
	r, err := os.Open(f.name)
	if err != nil {
		f.mu.RUnlock()
		return nil, err
	}
	return &Reader{f: r, file: f}, nil
}

// Open does so behind an interface.
func (f *File) Open() (io.ReadCloser, error) {
	f.mu.RLock()
	if f.deleted {
		f.mu.RUnlock()
		return nil, errors.Join(errDeleted, os.ErrNotExist)
	}
	r, _ := os.Open(f.name)
	return &Reader{f: r, file: f}, nil
}

// Delete is what readers keep out.
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

// Writer returns the handle in another object.
func (f *File) Writer(n int) *Writer {
	h := f.open()
	if n == 0 {
		h.Close()
		return nil
	}
	return &Writer{f, h}
}
