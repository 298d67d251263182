package suite_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// shuffled is a file of Go with its declarations in another order. What stands between two
// goes along with the first one.
func shuffled(t *testing.T, r *rand.Rand, name string) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var begins []int
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			begins = append(begins, fset.Position(beginOf(d)).Offset)
		}
	}
	if len(begins) == 0 {
		return string(text)
	}
	var parts []string
	for i, begin := range begins {
		end := len(text)
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		parts = append(parts, strings.TrimRight(string(text[begin:end]), "\n")+"\n\n")
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return string(text[:begins[0]]) + strings.Join(parts, "")
}

// beginOf is where a declaration begins, with its comment.
func beginOf(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return d.Pos()
}

// shuffle writes a module with files and declarations in another order.
func shuffle(t *testing.T, r *rand.Rand, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o700)
		case filepath.Ext(name) != ".go":
			text, err := os.ReadFile(name)
			return errors.Join(err, os.WriteFile(filepath.Join(to, rel), text, 0o600))
		}
		as := filepath.Join(filepath.Dir(rel), fmt.Sprintf("f%d_%s", r.IntN(100), filepath.Base(rel)))
		return os.WriteFile(filepath.Join(to, as), []byte(shuffled(t, r, name)), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// found is the ids of what go vet reports in each package. Places are left out: a cycle is shown where its first edge is.
func found(t *testing.T, tool, dir string) (list []string) {
	t.Helper()
	for _, r := range reports(t, tool, dir, "-enable=all") {
		list = append(list, path.Dir(r.file)+" "+r.check+" "+r.id)
	}
	slices.Sort(list)
	return list
}

// TestShuffled shows that the same is found whatever the order of files and of the declarations in them, in the textbook and in the
// test data of the checks. The sample has the test data of lockheld in one other order.
func TestShuffled(t *testing.T) {
	modules, err := filepath.Glob(filepath.Join("..", "*", "testdata", "go.mod"))
	if err != nil || len(modules) < 10 {
		t.Fatalf("modules %v, %v", modules, err)
	}
	var all []string
	tool, sampled := build(t), filepath.Join("..", "lockheld", "testdata")
	for i, mod := range append([]string{filepath.Join("testdata", "textbook", "go.mod")}, modules...) {
		from := filepath.Dir(mod)
		if from != sampled && !matrix.Rest {
			continue
		}
		want := found(t, tool, from)
		all = append(all, want...)
		for seed := range uint64(matrix.Count(1, 2)) {
			dir := t.TempDir()
			shuffle(t, rand.New(rand.NewPCG(seed, uint64(i))), from, dir)
			if got := found(t, tool, dir); !slices.Equal(got, want) {
				t.Errorf("%s, order %d: %s", from, seed, differences(got, want))
			}
		}
	}
	if len(all) < 20 || matrix.Rest && len(all) < 200 {
		t.Errorf("%d findings", len(all))
	}
}

// differences are the elements that only one of two sorted lists has.
func differences(got, want []string) string {
	var b strings.Builder
	for _, w := range want {
		if !slices.Contains(got, w) {
			fmt.Fprintf(&b, "\nmissing: %s", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			fmt.Fprintf(&b, "\nmore: %s", g)
		}
	}
	return b.String()
}
