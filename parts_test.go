package deadlocklint

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxFiles is how many files, without tests, a package may have before its doc comment has
// to say where to read: which parts there are, by the first word of their files' names.
const maxFiles = 60

// part is a line of such a list: "//   - walk: one function, along its paths".
var part = regexp.MustCompile(`(?m)^\s+- ([a-z]+): `)

func TestLargePackagesHaveParts(t *testing.T) {
	for _, p := range packages(t) {
		var names []string
		for _, f := range p.files {
			if name := filepath.Base(f); !strings.HasSuffix(name, "_test.go") && name != "doc.go" {
				names = append(names, name)
			}
		}
		if len(names) <= maxFiles {
			continue
		}
		parts := map[string]bool{}
		for _, m := range part.FindAllStringSubmatch(docComment(t, p.path), -1) {
			parts[m[1]] = true
		}
		for _, name := range names {
			if first, _, _ := strings.Cut(strings.TrimSuffix(name, ".go"), "_"); !parts[first] {
				t.Errorf("%s/%s is in no part that doc.go names: put it into one, or name another there", p.path, name)
			}
		}
	}
}

// docComment is the comment of a package in its doc.go.
func docComment(t *testing.T, dir string) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "doc.go"), nil, parser.PackageClauseOnly|parser.ParseComments)
	if os.IsNotExist(err) || err == nil && f.Doc == nil {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return f.Doc.Text()
}
