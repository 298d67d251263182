package predict

import (
	"debug/buildinfo"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/binary"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Executables are the programs of the processes that were looked at last. The symbols of a program are read once for all
// its processes. A session keeps one program under many names, which are links to one file. The zero value
// has none. Executables are for one goroutine at a time.
type Executables struct{ list []*executable }

// An executable is an open program.
type executable struct {
	info os.FileInfo
	main string // import path of its package main
	file *binary.File
}

// maxOpened is how many programs stay open. Packages are tested side by side, and their recordings are in the order of their processes.
const maxOpened = 4

// of is the program of a process, nil when the file is gone or was built again since: the addresses of another one
// have other names.
func (x *Executables) of(t *trace.Trace, target *record.Target) (*executable, *binary.File) {
	for _, name := range executables(t, target) {
		e := x.open(name)
		if e == nil || e.main != t.Header[trace.HeaderMain] {
			continue
		}
		f := e.file.Other()
		size, known := f.CodeSize()
		if code := parseHex(t.Header[trace.HeaderCode]); known && code != 0 && size != code || f.SetText(parseHex(t.Header[trace.HeaderText])) != nil {
			continue
		}
		return e, f
	}
	return nil, nil
}

// executables are where the program of a process may be: the recorded target,
// or a program of its own that the target started, by the name it was started
// with.
func executables(t *trace.Trace, target *record.Target) (names []string) {
	if target != nil {
		names = append(names, target.Binary)
	}
	if exe := t.Header[trace.HeaderArg0]; strings.ContainsRune(exe, filepath.Separator) {
		if !filepath.IsAbs(exe) {
			exe = filepath.Join(t.Header[trace.HeaderCwd], exe)
		}
		names = append(names, exe)
	}
	return names
}

// open opens a program, unless it is open. It is nil for a file that is none.
func (x *Executables) open(name string) *executable {
	info, err := os.Stat(name)
	if err != nil {
		return nil
	}
	for _, e := range x.list {
		if os.SameFile(e.info, info) && e.info.Size() == info.Size() && e.info.ModTime().Equal(info.ModTime()) {
			return e
		}
	}
	built, err := buildinfo.ReadFile(name)
	if err != nil {
		return nil
	}
	f, err := binary.Open(name)
	if err != nil {
		return nil
	}
	e := &executable{info: info, main: built.Path, file: f}
	if x.list = append(x.list, e); len(x.list) > maxOpened {
		x.list = slices.Delete(x.list, 0, 1) // processes may still use it
	}
	return e
}
