// Package dirs has directories that are mounted into each other.
package dirs

import (
	"errors"
	"slices"
	"sync"
)

// Errors of Mount and Unmount.
var (
	ErrCycle      = errors.New("dirs: the directory would contain itself")
	ErrNotMounted = errors.New("dirs: not mounted here")
)

// mounting lets one Mount at a time look for cycles.
var mounting sync.Mutex

// A Dir has files and mounted directories. A directory is locked before those in it, and none
// contains itself, so that nobody waits in a circle. The zero value is an empty directory.
type Dir struct {
	mu     sync.Mutex
	files  map[string]int
	mounts []*Dir
}

// Write sets the size of a file.
func (d *Dir) Write(name string, size int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.files == nil {
		d.files = map[string]int{}
	}
	d.files[name] = size
}

// Remove deletes a file and reports whether it was there.
func (d *Dir) Remove(name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.files[name]
	delete(d.files, name)
	return ok
}

// list returns what is mounted now.
func (d *Dir) list() []*Dir {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.mounts)
}

// contains reports whether other is d or is mounted in it, at any depth.
func (d *Dir) contains(other *Dir) bool {
	return d == other || slices.Contains(d.list(), other)
}

// Mount puts a directory into d. The same one may be mounted at several places, and twice at the
// same place, but not into itself.
func (d *Dir) Mount(other *Dir) error {
	mounting.Lock()
	defer mounting.Unlock()
	if other.contains(d) {
		return ErrCycle
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mounts = append(d.mounts, other)
	return nil
}

// Unmount takes a directory out of d, once.
func (d *Dir) Unmount(other *Dir) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.Index(d.mounts, other)
	if i < 0 {
		return ErrNotMounted
	}
	d.mounts = slices.Delete(d.mounts, i, i+1)
	return nil
}

// Size returns the size of all files in d and in all mounted directories. Nothing is mounted in d or
// taken out of it meanwhile.
func (d *Dir) Size() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	sum := 0
	for _, size := range d.files {
		sum += size
	}
	for _, in := range d.mounts {
		sum += in.Size()
	}
	return sum
}
