// Package binary names objects that have no type of their own in a trace. It names the
// package-level variable behind an address, and the local variable behind an
// allocation. It also lists the source files of an executable.
//
// # How a datum flows
//
//	executable ──image──▶ symbols, DWARF, initial data
//	                        │
//	Global(address) ◀───────┤ symbol table or DWARF: variable, and the path to the lock in its type
//	Local(function, line) ◀─┤ source when it can be read, otherwise DWARF
//	Sources, Linked ◀───────┘ line tables and functions of DWARF
//
// Paths and variables are written as trace.ClassOf and trace.VarClass read
// them: types by their package path and, when generic, by their origin.
//
// A static address without a symbol is an object that the compiler laid out for an
// initial value, as in "var s = &Server{}". The package finds it by following
// pointers in the initial data of the variables. Objects that only an interface
// value points to are not found.
//
// The package reads ELF and Mach-O. It never looks at a running process and never
// guesses: where two variables are possible, there is no answer. An executable
// without symbols can be opened, and names less. "go test" and "go run" build such
// executables, with -ldflags=-s, when they throw them away.
package binary

import (
	"debug/dwarf"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
)

// A File is an executable in a process. It is for one goroutine at a time, together with its others.
type File struct {
	*executable
	slide uint64 // run-time address minus address in the file
}

// An executable is a file and the names in it, wherever a process has loaded it.
type executable struct {
	*image

	dwarf   *dwarf.Data // nil when there is none
	units   map[string][]*unit
	types   map[dwarf.Offset]*typ
	statics []object // that variables point to; see static.go
	traced  bool     // statics is complete

	sources map[string]*source
	files   map[string][]*unit // by the files in their line tables; see unitsByFile
}

// An image has the operations that the formats of executables have in common.
type image struct {
	symbols  []symbol // by address
	position bool     // independent: loaded anywhere
	sized    bool     // sizes of symbols are exact, not only the distance to the next
	sections []section
	word     int               // bytes in a pointer
	relocs   map[uint64]uint64 // pointers that the loader fills in, by address
	debug    func() (*dwarf.Data, error)
}

type symbol struct {
	name       string
	addr, size uint64
	data       bool // a variable, not a function
}

// A section is a piece of initial data.
type section struct {
	addr, size uint64
	read       func() ([]byte, error)
	data       []byte
}

// Open opens an executable. One without symbols or DWARF is no error. The file is read on demand. It stays open as long as a File of it.
func Open(path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no executable; record again", path) // a pipe would never end
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	im, err := newImage(file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	slices.SortFunc(im.symbols, func(a, b symbol) int {
		if a.addr < b.addr {
			return -1
		} else if a.addr > b.addr {
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	f := &File{executable: &executable{image: im, types: map[dwarf.Offset]*typ{}, sources: map[string]*source{}}}
	if d, err := im.debug(); err == nil && d.Reader() != nil {
		f.dwarf = d
	}
	f.units = f.findUnits()
	return f, nil
}

// Other is the same executable in another process.
func (f *File) Other() *File { return &File{executable: f.executable} }

// SetText tells where the process had runtime.text, which says where the whole
// executable was loaded. Without it, addresses are taken as those in the file.
func (f *File) SetText(addr uint64) error {
	for _, s := range f.symbols {
		if s.name == "runtime.text" {
			f.slide = addr - s.addr
			return nil
		}
	}
	if f.position {
		return errors.New("the executable can be loaded anywhere and has no symbol runtime.text; build it without -ldflags=-s")
	}
	return nil
}

// CodeSize returns the size in bytes of the program's code, which tells two builds of a
// program apart. It returns false when the symbols do not have it.
func (f *File) CodeSize() (uint64, bool) {
	var from, to uint64
	for _, s := range f.symbols {
		switch s.name {
		case "runtime.text":
			from = s.addr
		case "runtime.etext":
			to = s.addr
		}
	}
	return to - from, from != 0 && to > from
}

// symbolAt is the symbol that covers an address in the file.
func (f *File) symbolAt(addr uint64) (symbol, bool) {
	i := sort.Search(len(f.symbols), func(i int) bool { return f.symbols[i].addr > addr })
	for i--; i >= 0; i-- {
		if s := f.symbols[i]; addr-s.addr < s.size {
			return s, true
		} else if s.size > 0 {
			break
		}
	}
	return symbol{}, false
}

// bytesAt is n bytes of initial data; bytes that are not in the file are zero.
func (f *File) bytesAt(addr, n uint64) ([]byte, bool) {
	for i := range f.sections {
		s := &f.sections[i]
		if addr < s.addr || addr-s.addr > s.size || n > s.size-(addr-s.addr) {
			continue
		}
		if s.data == nil && s.read != nil {
			s.data, _ = s.read()
			s.read = nil
		}
		b := make([]byte, n)
		if off := addr - s.addr; off < uint64(len(s.data)) {
			copy(b, s.data[off:])
		}
		return b, true
	}
	return nil, false
}
