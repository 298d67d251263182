package cases

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// host is the module of a batch. The module of each case is below, so that a batch has the
// packages of its cases under their own paths.
const host = "example.com"

// A Case is a file of testdata.
type Case struct {
	Name   string
	Expect []string // the lines of the section "expect", without "alone"
	Tests  []string // names of its tests; none for a program
	Alone  string   // why it is in no batch, "" when it can be

	dir     string // its package in a batch, relative to the module
	version string // the line "go" of its go.mod
	files   []txtar.File
	own     bool // its tests need a test binary of their own
}

// Load reads the case in a file.
func Load(file string) (*Case, error) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	c := &Case{Name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
	expected := false
	for _, f := range ar.Files {
		if f.Name == "expect" {
			expected = true
			c.expect(string(f.Data))
			continue
		}
		c.files = append(c.files, f)
	}
	if !expected {
		return nil, fmt.Errorf("%s: no section expect", file)
	}
	if err := c.look(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// expect reads the section "expect". The line "alone WHY" keeps a case out of every batch.
func (c *Case) expect(section string) {
	for line := range strings.Lines(strings.TrimSpace(section)) {
		line = strings.TrimSpace(line)
		if why, ok := strings.CutPrefix(line, "alone "); ok {
			c.Alone = why
			continue
		}
		c.Expect = append(c.Expect, line)
	}
}

// look finds the module of the case, its tests, and whether it can be in a batch.
func (c *Case) look() error {
	for _, f := range c.files {
		switch {
		case f.Name == "go.mod":
			c.module(string(f.Data))
		case path.Base(f.Name) == "go.mod" || f.Name == "go.work" || strings.HasPrefix(f.Name, "vendor/"):
			c.apart("it has more than one module")
		case strings.HasSuffix(f.Name, ".go"):
			if err := c.source(f); err != nil {
				return err
			}
		default:
			c.apart("it has files that are no Go source")
		}
	}
	return nil
}

// apart notes why the case is in no batch.
func (c *Case) apart(why string) {
	if c.Alone == "" {
		c.Alone = why
	}
}

// module reads a go.mod.
func (c *Case) module(text string) {
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "module":
			dir, ok := strings.CutPrefix(rest, host+"/")
			if !ok || !token.IsIdentifier(dir) {
				c.apart("its module is no identifier below " + host)
			}
			c.dir = dir
		case "go":
			c.version = rest
		case "":
		default:
			c.apart("its go.mod has more than a name and a version")
		}
	}
}

// source looks at a Go file.
func (c *Case) source(f txtar.File) error {
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` }) {
		c.apart("it uses cgo")
	}
	isTest := strings.HasSuffix(f.Name, "_test.go")
	if isTest && (file.Name.Name == "main" || strings.HasSuffix(file.Name.Name, "_test")) {
		c.own = true
	}
	if !isTest {
		return nil
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Test") {
			continue
		}
		// Parallel tests run beside each other at the end of their binary, and beside those of
		// no other case.
		c.own = c.own || fn.Name.Name == "TestMain" || callsParallel(fn)
		if fn.Name.Name != "TestMain" {
			c.Tests = append(c.Tests, fn.Name.Name)
		}
	}
	return nil
}

// callsParallel reports whether a test calls Parallel of its own T.
func callsParallel(fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == "Parallel"
		return !found
	})
	return found
}
