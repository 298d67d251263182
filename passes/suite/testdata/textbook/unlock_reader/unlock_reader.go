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
		return nil, err // want missing-unlock
	}
	return &Reader{f: r, file: f}, nil
}

func (f *File) View() *View {
	f.mu.RLock()
	if f.deleted {
		f.mu.RUnlock()
		return nil
	}
	return &View{file: f} // want missing-unlock
}

func (f *File) Delete() {
	f.mu.Lock()
	f.deleted = true
	f.mu.Unlock()
}
