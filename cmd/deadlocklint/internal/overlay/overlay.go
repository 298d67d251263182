// Package overlay puts generated test files in the place of those of a package, for the flag -overlay of the go command.
//
// [Read] takes the overlay of the user. [Overlay.Tests] takes the test files of a directory away, and adds generated ones. [Overlay.Write]
// writes all into a directory that is not the user's.
package overlay

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An Overlay is the content of a file of -overlay, with files that are to be written.
type Overlay struct {
	Replace map[string]string // a file, or "", in the place of another one

	files map[string][]byte // texts of generated files, by the names that they replace
}

// Read reads an overlay. That of "" is empty.
func Read(name string) (*Overlay, error) {
	o := &Overlay{Replace: map[string]string{}, files: map[string][]byte{}}
	if name == "" {
		return o, nil
	}
	b, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(b, o)
	}
	if err == nil && o.Replace == nil {
		o.Replace = map[string]string{}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the overlay %s: %w; correct it, or run the command again when it has none", name, err)
	}
	return o, nil
}

// Tests takes the test files of a directory away, those of the overlay among them.
func (o *Overlay) Tests(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("cannot read the directory of a package: %w; name another one", err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			o.Replace[filepath.Join(dir, e.Name())] = ""
		}
	}
	for file := range o.Replace {
		if filepath.Dir(file) == dir && strings.HasSuffix(file, "_test.go") {
			o.Replace[file] = ""
		}
	}
	return nil
}

// Add adds a generated file in a directory.
func (o *Overlay) Add(dir, name string, text []byte) {
	o.files[filepath.Join(dir, name)] = text
}

// Write writes the overlay into the directory to, and is the name of its file.
func (o *Overlay) Write(to, name string) (string, error) {
	errs := []error{os.MkdirAll(to, 0o700)}
	for file, text := range o.files {
		own := filepath.Join(to, filepath.Base(file))
		o.Replace[file] = own
		errs = append(errs, os.WriteFile(own, text, 0o600))
	}
	b, err := json.Marshal(o)
	name = filepath.Join(to, name)
	errs = append(errs, err, os.WriteFile(name, b, 0o600))
	if err := errors.Join(errs...); err != nil {
		return "", fmt.Errorf("cannot write a generated test: %w; free some space in %s", err, to)
	}
	return name, nil
}
