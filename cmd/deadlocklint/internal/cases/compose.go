package cases

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// write writes the files of a case into a directory, as they are.
func (c *Case) write(dir string) error {
	for _, f := range c.files {
		if err := write(dir, f.Name, f.Data); err != nil {
			return err
		}
	}
	return nil
}

func write(dir, name string, data []byte) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	return errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, data, 0o600))
}

// compose writes a module with the packages of the cases. The package in its root has the
// tests of all cases but those that need a test binary of their own.
func (b *batch) compose(dir string) error {
	var imports, tests strings.Builder
	for _, c := range b.cases {
		if err := c.place(dir); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		if c.own {
			continue
		}
		fmt.Fprintf(&imports, "\t%q\n", path.Join(host, c.dir))
		if len(c.Tests) == 0 {
			fmt.Fprintf(&tests, "\nfunc %s(*testing.T) { %s.Main() }\n", c.testName(""), c.dir)
		}
		for _, name := range c.Tests {
			fmt.Fprintf(&tests, "\nfunc %s(t *testing.T) { %s.%s(t) }\n", c.testName(name), c.dir, name)
		}
	}
	err := write(dir, "go.mod", fmt.Appendf(nil, "module %s\n\ngo %s\n", host, b.version))
	if tests.Len() == 0 {
		return err
	}
	return errors.Join(err,
		write(dir, "batch_test.go", []byte("package batch\n\nimport (\n\t\"testing\"\n\n"+imports.String()+")\n"+tests.String())),
	)
}

// testName is the name in the batch of a test of the case, or of its function main.
func (c *Case) testName(test string) string {
	if c.own {
		return test
	}
	return strings.TrimSuffix("Test_"+c.dir+"_"+test, "_")
}

// place writes the package of a case. The root of the batch imports the package, so that the
// package has another name than main, and the test files are no test files there. No line moves.
func (c *Case) place(dir string) error {
	for _, f := range c.files {
		if f.Name == "go.mod" {
			continue
		}
		data := f.Data
		if !c.own {
			var err error
			if data, err = importable(f, c.dir); err != nil {
				return err
			}
		}
		if err := write(dir, path.Join(c.dir, c.fileName(f.Name)), data); err != nil {
			return err
		}
	}
	return nil
}

// fileName is the name of a file of the case in its package of the batch.
func (c *Case) fileName(name string) string {
	if before, ok := strings.CutSuffix(name, "_test.go"); ok && !c.own {
		return before + "_tests.go"
	}
	return name
}

// importable makes the package of a file a package that can be imported, with the name of its
// directory, and exports its function main.
func importable(f txtar.File, name string) ([]byte, error) {
	if path.Dir(f.Name) != "." {
		return f.Data, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Data, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	at := func(id *ast.Ident) int { return fset.Position(id.Pos()).Offset }
	data := slices.Clone(f.Data)
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "main" {
			copy(data[at(fn.Name):], "Main")
		}
	}
	i := at(file.Name)
	return slices.Concat(data[:i], []byte(name), data[i+len(file.Name.Name):]), nil
}
