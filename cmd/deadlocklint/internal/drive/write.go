package drive

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
)

// A Destination is the file to which found tests are written, as the user names it. A name without a directory is one file in the directory of
// each package. That of "" is none.
type Destination string

// Check refuses a destination before anything is searched. It is no test file, or one file for several packages, or it has the work of
// somebody else.
func (d Destination) Check(list []*packages.Package) error {
	if d == "" {
		return nil
	}
	if name := d.name(); !strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return command.Usage(fmt.Errorf("-write %s: go test reads no test from a file of that name; let it end in _test.go", d))
	}
	if !d.inEach() && len(list) > 1 {
		return command.Usage(fmt.Errorf("-write %s is one file, and %d packages are driven; write -write %s for a file in each directory, or name one package", d, len(list), d.name()))
	}
	for _, p := range list {
		if err := d.checkFile(p); err != nil {
			return command.Usage(err)
		}
	}
	return nil
}

// name is the name of the file in its directory.
func (d Destination) name() string { return filepath.Base(string(d)) }

// inEach reports whether each package has a file of its own.
func (d Destination) inEach() bool { return d.name() == string(d) }

// file is the file for a package.
func (d Destination) file(p *packages.Package) string {
	if d.inEach() {
		return filepath.Join(p.Dir, d.name())
	}
	return string(d)
}

func (d Destination) checkFile(p *packages.Package) error {
	file := d.file(p)
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return err
	}
	if !same(dir, p.Dir) && hasOthers(dir, d.name()) {
		return fmt.Errorf("-write %s: another package is in that directory; write -write %s for the directory of %s", d, d.name(), p.PkgPath)
	}
	_, err = mayWrite(file)
	return err
}

// hasOthers reports whether a directory has Go files of other names.
func hasOthers(dir, name string) bool {
	p, err := build.ImportDir(dir, 0)
	others := slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles)
	return err == nil && slices.ContainsFunc(others, func(file string) bool { return file != name })
}

// same reports whether two names are of one directory.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// The first line of a written file. Its sum is that of the lines after it.
const written = "// Written by deadlocklint explore -drive, which replaces the file unless it was changed; its sum is %x.\n"

// sealed is a file as it is written.
func sealed(text []byte) []byte {
	text = append([]byte("\n"), text...)
	sum := sha256.Sum256(text)
	return append(fmt.Appendf(nil, written, sum[:8]), text...)
}

// Written are the test files of a directory that a destination has written and nobody has changed.
func Written(dir string) (files []string) {
	entries, _ := os.ReadDir(dir) // the build says what is wrong with it
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		b, err := os.ReadFile(name)
		if _, rest, _ := bytes.Cut(b, []byte("\n\n")); err == nil && bytes.Equal(b, sealed(rest)) {
			files = append(files, name)
		}
	}
	return files
}

// mayWrite reports whether a file is there. It refuses a file that was not written by a Destination, or that was changed since.
func mayWrite(file string) (exists bool, err error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("cannot read the file of -write: %w; name another one", err)
	}
	_, rest, _ := bytes.Cut(b, []byte("\n\n"))
	if !bytes.Equal(b, sealed(rest)) {
		return true, fmt.Errorf("-write %s: the file is not as deadlocklint explore -drive has written it; rename it, or name another one", file)
	}
	return true, nil
}

// For is the file with one more test of a package, by the name of the test.
func (d Destination) For(p *packages.Package, test string) string {
	return strings.TrimSuffix(d.file(p), "_test.go") + "_" + strings.ToLower(strings.TrimPrefix(test, "Test")) + "_test.go"
}

// Text is the text of a test as it is written.
func (d Destination) Text(text []byte) []byte {
	if d == "" {
		return text
	}
	return sealed(text)
}

// Put writes a file with one more test, whose text is that of Text.
func (d Destination) Put(file string, text []byte) error { return put(file, text) }

// write writes the file of a package.
func (d Destination) write(p *packages.Package, text []byte) error {
	return put(d.file(p), text)
}

// put writes a file, in the place of an earlier one.
func put(file string, text []byte) error {
	exists, err := mayWrite(file)
	if err != nil {
		return err
	}
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if exists {
		mode = os.O_WRONLY | os.O_TRUNC
	}
	f, err := os.OpenFile(file, mode, 0o644) // for the readers of the module
	if err == nil {
		_, err = f.Write(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("cannot write the found tests: %w; name another file with -write", err)
	}
	return nil
}
