// Package copier copies trees of files, a few files at the same time.
package copier

import (
	"errors"
	"strings"
	"sync"
)

// ErrName is returned for names that are empty or have a slash.
var ErrName = errors.New("copier: bad name")

// A Node is a file or a directory. Nodes do not change.
type Node interface {
	// Name returns the last part of the path.
	Name() string
	// Size returns the number of bytes in all files.
	Size() int
}

type named string

func (n named) Name() string { return string(n) }

// A File has data.
type File struct {
	named
	data string
}

// Size returns the length of the data.
func (f *File) Size() int { return len(f.data) }

// A Dir has other nodes.
type Dir struct {
	named
	nodes []Node
}

// Size returns the sizes of all nodes.
func (d *Dir) Size() int {
	sum := 0
	for _, n := range d.nodes {
		sum += n.Size()
	}
	return sum
}

func check(name string) error {
	if name == "" || strings.Contains(name, "/") {
		return ErrName
	}
	return nil
}

// NewFile returns a file.
func NewFile(name, data string) (*File, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return &File{named(name), data}, nil
}

// NewDir returns a directory.
func NewDir(name string, nodes ...Node) (*Dir, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return &Dir{named(name), nodes}, nil
}

// A Copier copies nodes. New makes one.
type Copier struct {
	slots chan struct{}

	mu     sync.Mutex
	copied int
}

// New returns a copier that copies at most parallel files at the same time, and at least one.
func New(parallel int) *Copier {
	return &Copier{slots: make(chan struct{}, max(parallel, 1))}
}

// Copied returns how many bytes were copied.
func (c *Copier) Copied() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.copied
}

// Copy returns a copy of a node and of all nodes in it. Nodes of other types are not copied, but
// taken as they are.
func (c *Copier) Copy(n Node) Node {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	switch n := n.(type) {
	case *File:
		return c.file(n)
	case *Dir:
		return c.dir(n)
	}
	return n
}

// file copies a file.
func (c *Copier) file(f *File) *File {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.copied += f.Size()
	return &File{f.named, strings.Clone(f.data)}
}

// dir copies all nodes of a directory.
func (c *Copier) dir(d *Dir) *Dir {
	nodes := make([]Node, len(d.nodes))
	var wg sync.WaitGroup
	for i, n := range d.nodes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			nodes[i] = c.Copy(n)
		}()
	}
	wg.Wait()
	return &Dir{d.named, nodes}
}
