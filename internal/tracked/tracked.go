// Package tracked keeps the cache of go test true. That cache knows the files that a test
// itself opens or asks about. It does not know those that its child processes read: sources
// of a program that the go command builds, say. A test names these here, and runs again when
// one of them changes.
//
// It is for tests and is linked into nothing else.
package tracked

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Files notes every file below a directory.
func Files(dir string) error {
	return note(dir, func(string, fs.DirEntry) bool { return true })
}

// Program notes the files from which the go command builds the programs of the module in a
// directory: no tests, and no modules below.
func Program(module string) error {
	return note(module, func(path string, d fs.DirEntry) bool {
		if !d.IsDir() {
			return !strings.HasSuffix(path, "_test.go")
		}
		if path == module {
			return true
		}
		_, other := os.Stat(filepath.Join(path, "go.mod"))
		return other != nil && d.Name() != "testdata" && !strings.HasPrefix(d.Name(), ".")
	})
}

// note asks about each file, which go test writes down.
func note(dir string, reads func(path string, d fs.DirEntry) bool) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !reads(path, d) && d.IsDir():
			return filepath.SkipDir
		case !d.IsDir() && reads(path, d):
			_, err = os.Stat(path)
		}
		return err
	})
}
