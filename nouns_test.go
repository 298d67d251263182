package deadlocklint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNouns checks that every case and test in testdata/nouns.txt exists, and
// prints the table with -v.
func TestNouns(t *testing.T) {
	data, err := os.ReadFile("testdata/nouns.txt")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| item | noun | case | silent twin |\n|---|---|---|---|\n")
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "; ")
		if len(cells) != 4 {
			t.Errorf("nouns.txt:%d: want 4 cells, separated by \"; \"", i+1)
			continue
		}
		for _, name := range cells[2:] {
			if name != "-" && !caseExists(t, name) {
				t.Errorf("nouns.txt:%d: there is no %s", i+1, name)
			}
		}
		fmt.Fprintf(&table, "| %s |\n", strings.Join(cells, " | "))
	}
	t.Log("\n" + table.String())
}

// caseExists reports whether name is a case of testdata, or a test or fuzz
// target written as package.Name.
func caseExists(t *testing.T, name string) bool {
	dir, fn, ok := strings.Cut(name, ".")
	if !ok {
		_, err := os.Stat(filepath.Join("testdata", name+".txtar"))
		return err == nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == fn {
				return true
			}
		}
	}
	return false
}
