package deadlocklint

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestGlossary: each term of doc/design/002 that names a declaration names one that is there.
func TestGlossary(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("doc", "design", "002-one-vocabulary.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| [^|]+ \\| [^|]+ \\| `([\\w/]+)` `(\\w+)` \\|$").FindAllSubmatch(page, -1)
	if len(rows) < 20 {
		t.Errorf("%d terms, want 20 and more", len(rows))
	}
	for _, m := range rows {
		dir, name := string(m[1]), string(m[2])
		if !declares(t, dir, name) {
			t.Errorf("%s declares no %s", dir, name)
		}
	}
}

// declares reports whether a package declares a type or a function of that name.
func declares(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s is no package: %v", dir, err)
	}
	declared := regexp.MustCompile(`(?m)^(?:type|func) ` + name + `\b`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if declared.Match(source) {
			return true
		}
	}
	return false
}
