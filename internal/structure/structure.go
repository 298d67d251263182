// Package structure measures the shape of a checkout of this module. It finds the rooms
// and floors, imports that run upwards, circles of files, and code that nothing
// reaches.
//
// [Read] parses the import clauses of every Go file below a directory. That is
// cheap, sees files for all systems and needs no build: [Module.Rooms],
// [Module.Arrows] and [Module.Unreached] answer from it. [Module.Load] loads the
// packages with their types: [Program.Circles] and [Program.Dead] need these.
// [Module.Measure] asks all of them, and an [Overview] prints the answers as text and as SVG.
//
// The tests in the root directory say what is allowed; this package only
// measures. It reads no test files, changes nothing, and is part of no command.
package structure

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Module is a checkout of the module, with the modules inside of it.
type Module struct {
	Path     string     // its import path
	Dir      string     // where it lies
	Packages []*Package // by path
}

// A Package is a directory with Go files that are not tests.
type Package struct {
	Path    string   // relative to the module, "." for its root
	Main    bool     // it is a command
	Nested  bool     // it is part of a module inside of the module
	Files   []string // base names of its Go files for all systems, without tests
	Lines   int      // of these files
	Imports []string // paths of packages of the checkout, as Path says them
}

// Read reads the checkout in a directory. A directory that a module inside of
// the checkout owns is read as well, testdata is not.
func Read(dir string) (*Module, error) {
	name, err := modulePath(dir)
	if err != nil {
		return nil, err
	}
	m := &Module{Path: name, Dir: dir}
	nested := map[string]bool{}
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if ignored(rel) {
			return filepath.SkipDir
		}
		nested[rel] = nested[path.Dir(rel)] || rel != "." && isModule(file)
		p, err := m.readPackage(rel)
		if p != nil {
			p.Nested = nested[rel]
			m.Packages = append(m.Packages, p)
		}
		return err
	})
	slices.SortFunc(m.Packages, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return m, err
}

// modulePath returns the path in the go.mod of a directory.
func modulePath(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s has no go.mod: name the root of a checkout", dir)
	}
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(data)) {
		if words := strings.Fields(line); len(words) == 2 && words[0] == "module" {
			return words[1], nil
		}
	}
	return "", fmt.Errorf("%s has no module line: name the root of a checkout", filepath.Join(dir, "go.mod"))
}

// ignored reports whether the go command skips a directory of that path.
func ignored(rel string) bool {
	base := path.Base(rel)
	return rel != "." && (base == "testdata" || base[0] == '_' || base[0] == '.')
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// readPackage reads the Go files of one directory. It returns nil when there are none.
func (m *Module) readPackage(rel string) (*Package, error) {
	files, err := filepath.Glob(filepath.Join(m.Dir, filepath.FromSlash(rel), "*.go"))
	if err != nil {
		return nil, err
	}
	p := &Package{Path: rel}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if err := m.readFile(p, file); err != nil {
			return nil, err
		}
	}
	if len(p.Files) == 0 {
		return nil, nil
	}
	slices.Sort(p.Imports)
	p.Imports = slices.Compact(p.Imports)
	return p, nil
}

// readFile adds a file to its package.
func (m *Module) readFile(p *Package, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), file, data, parser.ImportsOnly)
	if err != nil {
		return fmt.Errorf("%w: repair the file first", err)
	}
	p.Files = append(p.Files, filepath.Base(file))
	p.Lines += bytes.Count(data, []byte("\n"))
	p.Main = p.Main || syntax.Name.Name == "main"
	for _, spec := range syntax.Imports {
		if rel, ok := m.relative(spec); ok {
			p.Imports = append(p.Imports, rel)
		}
	}
	return nil
}

// relative returns the path of an import inside of the checkout.
func (m *Module) relative(spec *ast.ImportSpec) (string, bool) {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return "", false
	}
	return m.trim(name)
}

// trim makes an import path relative to the module.
func (m *Module) trim(importPath string) (string, bool) {
	if importPath == m.Path {
		return ".", true
	}
	return strings.CutPrefix(importPath, m.Path+"/")
}

// Products returns the commands that users install: those in room cmd.
func (m *Module) Products() []*Package {
	var list []*Package
	for _, p := range m.Packages {
		if p.Main && !p.Nested && p.Room() == "cmd" {
			list = append(list, p)
		}
	}
	return list
}

// Unreached returns the packages of the module itself that no product needs:
// at most tests, benchmarks, scripts and other modules import them.
func (m *Module) Unreached() []*Package {
	byPath := map[string]*Package{}
	for _, p := range m.Packages {
		byPath[p.Path] = p
	}
	seen := map[*Package]bool{}
	todo := m.Products()
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p == nil || seen[p] {
			continue
		}
		seen[p] = true
		for _, imp := range p.Imports {
			todo = append(todo, byPath[imp])
		}
	}
	return slices.DeleteFunc(slices.Clone(m.Packages), func(p *Package) bool { return p.Nested || seen[p] })
}
