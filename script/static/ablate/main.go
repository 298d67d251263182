// Ablate puts a switch into each function of the static half, so that a rule can be switched off without a build of its
// own. It changes the sources in place: give it a copy.
//
//	ablate DIR           the switches are in DIR then
//	ablate -of DIR FILE:FUNCTION...   prints the numbers of functions, separated by commas
//
// A program that was built from the copy reads two variables of the environment:
//
//	ABLATE=12,40t        functions 12 and 40 return at once: what is nothing in their types, or true where the number has a t
//	ABLATE_SEEN=FILE     FILE has a byte for each function, which is 1 when it was called
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// The package that the copy imports for its switches.
//
//go:embed switches.go.txt
var switches []byte

// parts are the directories with the static half.
var parts = []string{"passes", "internal/syncop", "internal/guard"}

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 1:
		err = insert(args[0])
	case len(args) > 2 && args[0] == "-of":
		err = numbers(args[1], args[2:])
	default:
		err = errors.New("usage: ablate DIR, or ablate -of DIR FILE:FUNCTION... with at least one function")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

// A function has a number by its place in the sources: files by name, functions from the top.
type function struct {
	file string // below the directory
	decl *ast.FuncDecl
}

// functions returns the functions of a checkout, with the files that they are in.
func functions(dir string) ([]function, *token.FileSet, error) {
	var files []string
	for _, part := range parts {
		err := filepath.WalkDir(filepath.Join(dir, part), func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() && e.Name() == "testdata" {
				return fs.SkipDir
			}
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	sort.Strings(files)
	var list []function
	fset := token.NewFileSet()
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				list = append(list, function{name, fn})
			}
		}
	}
	return list, fset, nil
}

// insert writes a switch into each function.
func insert(dir string) error {
	list, fset, err := functions(dir)
	if err != nil {
		return err
	}
	for i := 0; i < len(list); {
		from := i
		for i < len(list) && list[i].file == list[from].file {
			i++
		}
		if err := rewrite(list[from:i], from, fset); err != nil {
			return err
		}
	}
	into := filepath.Join(dir, "internal", "ablate")
	if err := os.MkdirAll(into, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(into, "ablate.go"), switches, 0o666)
}

// rewrite does so in the functions of one file, of which the first has a number.
func rewrite(list []function, first int, fset *token.FileSet) error {
	src, err := os.ReadFile(list[0].file)
	if err != nil {
		return err
	}
	text := func(from, to token.Pos) string {
		return string(src[fset.Position(from).Offset:fset.Position(to).Offset])
	}
	var out strings.Builder
	done := 0
	add := func(at token.Pos, more string) {
		offset := fset.Position(at).Offset
		out.Write(src[done:offset])
		out.WriteString(more)
		done = offset
	}
	// The import stands in the line of the package clause.
	if i := strings.Index(string(src), "\npackage "); i >= 0 || strings.HasPrefix(string(src), "package ") {
		end := i + 1 + strings.IndexByte(string(src[i+1:]), '\n')
		out.Write(src[:end])
		out.WriteString("\n\nimport \"github.com/deadlocklint/deadlocklint/internal/ablate\"\n")
		done = end
	}
	for i, fn := range list {
		add(fn.decl.Body.Lbrace+1, entry(fn.decl, first+i, text))
	}
	out.Write(src[done:])
	formatted, err := format.Source([]byte(out.String()))
	if err != nil {
		return fmt.Errorf("%s: %w", list[0].file, err)
	}
	return os.WriteFile(list[0].file, formatted, 0o666)
}

// entry is the switch of a function. That of a rule, which is asked yes or no, has the answer as a variable.
func entry(fn *ast.FuncDecl, n int, text func(from, to token.Pos) string) string {
	if fn.Type.Results == nil {
		return fmt.Sprintf("\nif ablate.Off(%d) { return }\n", n)
	}
	var zero []string
	for _, r := range fn.Type.Results.List {
		for range max(1, len(r.Names)) {
			zero = append(zero, "*new("+text(r.Type.Pos(), r.Type.End())+")")
		}
	}
	if len(zero) == 1 && zero[0] == "*new(bool)" {
		return fmt.Sprintf("\nif answer, off := ablate.Answer(%d); off { return answer }\n", n)
	}
	return fmt.Sprintf("\nif ablate.Off(%d) { return %s }\n", n, strings.Join(zero, ", "))
}

// numbers prints those of functions, which are written FILE:NAME, below passes where the file has no other directory; NAME=true
// asks for the answer true.
func numbers(dir string, names []string) error {
	list, _, err := functions(dir)
	if err != nil {
		return err
	}
	var found []string
	for _, name := range names {
		name, answer, _ := strings.Cut(name, "=")
		file, fn, _ := strings.Cut(name, ":")
		before := len(found)
		for i, f := range list {
			if strings.HasSuffix(f.file, string(filepath.Separator)+filepath.FromSlash(file)) && f.decl.Name.Name == fn {
				found = append(found, fmt.Sprint(i)+strings.TrimSuffix(answer, "rue"))
			}
		}
		if len(found) == before {
			return fmt.Errorf("no function %s in %s; rules.csv names functions that are gone", fn, file)
		}
	}
	fmt.Println(strings.Join(found, ","))
	return nil
}
