package binary

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// at is the line of the only line of main.go that begins so.
func (p *program) at(t *testing.T, prefix string) int {
	t.Helper()
	i := slices.IndexFunc(p.lines, func(l string) bool { return strings.HasPrefix(l, prefix) })
	if i < 0 {
		t.Fatalf("no line begins with %q", prefix)
	}
	return i + 1
}

func TestSources(t *testing.T) {
	p := build(t)
	i := slices.IndexFunc(p.Sources(), func(name string) bool { return filepath.Base(name) == "main.go" })
	if i < 0 {
		t.Fatal("main.go is not among the sources")
	}
	file := p.Sources()[i]
	main := p.at(t, "func main() {")
	if pkg, ok := p.Linked(file, main, "main"); !ok || pkg != "main" {
		t.Errorf("main is linked as %q, %v", pkg, ok)
	}
	for _, c := range []struct {
		line int
		fn   string
	}{{main + 1, "main"}, {main, "other"}, {main, "ain"}} {
		if pkg, ok := p.Linked(file, c.line, c.fn); ok {
			t.Errorf("%s at %d is linked as %q", c.fn, c.line, pkg)
		}
	}
	if _, ok := p.Linked("/no/such/file.go", main, "main"); ok {
		t.Error("a file that is not there has a function")
	}
}

func TestSourcesWithoutDWARF(t *testing.T) {
	if names := build(t, "-ldflags=-w").Sources(); len(names) != 0 {
		t.Errorf("%d sources", len(names))
	}
}
