package lockfacts

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSection shows that the documentation of each check is what its package comment says.
func TestSection(t *testing.T) {
	files, err := filepath.Glob("../*/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	checks := 0
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		text := file.Doc.Text()
		_, rest, found := strings.Cut(text, "\n# Analyzer ")
		if !found {
			continue
		}
		checks++
		check, doc := section(string(source))
		if !strings.HasPrefix(rest, check+"\n\n"+check+": "+doc) || !strings.HasSuffix(text, doc+"\n") || check == "" || doc == "" {
			t.Errorf("%s: check %q: %q", name, check, doc)
		}
	}
	if checks < 10 {
		t.Errorf("%d checks", checks)
	}
}
