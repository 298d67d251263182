package predict

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/spinlock"
)

// spinLocks names the locks made of atomics whose code is in the executable of a
// process. They leave no events that tell them from other uses of atomics, so
// that they are looked for in its source files, when these are there. Those of
// the standard library are its affair.
func (n *nameTable) spinLocks() []string {
	if n.bin == nil {
		return nil
	}
	packages := map[string][]string{} // by directory
	for _, name := range n.bin.Sources() {
		if dir := filepath.Dir(name); !strings.Contains(name, "/goroot-") {
			packages[dir] = append(packages[dir], name)
		}
	}
	var names []string
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		fset, files := parseSpinning(packages[dir])
		for _, l := range spinlock.Find(files) {
			at := fset.Position(l.Pos)
			if pkg, ok := n.bin.Linked(at.Filename, at.Line, l.Func); ok {
				names = append(names, fmt.Sprintf("%s as a lock (made of atomics at %s:%d)", n.fn(pkg+"."+l.Func), filepath.Base(at.Filename), at.Line))
			}
		}
	}
	return names
}

// parseSpinning parses the files of a package when one of them may have such a
// lock: the function that gives it back may be in any.
func parseSpinning(names []string) (*token.FileSet, []*ast.File) {
	fset := token.NewFileSet()
	texts := map[string][]byte{}
	found := false
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			texts[name], found = text, found || spinlock.Mentions(text)
		}
	}
	if !found {
		return fset, nil
	}
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if f, err := parser.ParseFile(fset, name, texts[name], parser.SkipObjectResolution); err == nil {
			files = append(files, f)
		}
	}
	return fset, files
}
