// Package unlock_open locks for a descriptor, whose Close unlocks, unless opening it fails: then it unlocks in one mode only.
package unlock_open

import (
	"errors"
	"sync"
)

type File struct {
	mu   sync.RWMutex
	load func() (int, error)
}

type Descriptor struct {
	file  *File
	write bool
	n     int
}

func (f *File) Open(write, read bool) (d *Descriptor, failed error) {
	if write {
		f.mu.Lock()
		defer func() {
			if failed != nil {
				f.mu.Unlock()
			}
		}()
	} else if read {
		f.mu.RLock()
	} else {
		return nil, errors.New("neither for reading nor for writing")
	}
	n, err := f.load()
	if err != nil {
		return nil, err // want missingunlock
	}
	return &Descriptor{file: f, write: write, n: n}, nil
}

func (d *Descriptor) Close() {
	if d.write {
		d.file.mu.Unlock()
	} else {
		d.file.mu.RUnlock()
	}
}
