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
