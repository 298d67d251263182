package static

import (
	"errors"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

func TestPlaces(t *testing.T) {
	dir := moduletest.Module(t, "", "sub/p.go", "package sub\n")
	fset := token.NewFileSet()
	at := func(name string) token.Pos {
		f := fset.AddFile(name, -1, 100)
		f.AddLine(10)
		return f.Pos(12)
	}
	others := []load.Content{{Path: "example.com/dep", Dir: "/cache/pkg/mod/example.com/dep@v1.2.3"}}
	p := newPlaces(filepath.Join(dir, "sub"), others, []*packages.Package{
		{PkgPath: "example.com/m/low", GoFiles: []string{filepath.Join(dir, "low", "low.go")}},
	})
	for name, want := range map[string]string{
		filepath.Join(dir, "sub", "p.go"):      "sub/p.go:2:3", // of the module, also from a directory below
		"/cache/pkg/mod/example.com/d@v1/d.go": "example.com/d@v1/d.go:2:3",
		"/elsewhere/x.go":                      "/elsewhere/x.go:2:3",
	} {
		if got := p.pos(fset, at(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := p.pos(fset, token.NoPos); got != "" {
		t.Errorf("no position: %q", got)
	}
	for pos, want := range map[string]string{
		"example.com/m/low/low.go:7":   "low/low.go:7",
		"example.com/dep/dep.go:7":     "example.com/dep@v1.2.3/dep.go:7",
		"example.com/other/other.go:7": "example.com/other/other.go:7",
		"":                             "",
	} {
		if got := p.site(fset, lockfacts.Site{Pos: pos}); got != want {
			t.Errorf("site %s: %s, want %s", pos, got, want)
		}
	}
}

// An analyzer that panics is named, and does not take the others along.
func TestPanicOfACheck(t *testing.T) {
	run := func(*analysis.Pass) (any, error) { panic("no\nidea") }
	failing := guarded([]*analysis.Analyzer{{Name: "failing", Run: run}})[0]
	if _, err := failing.Run(nil); err == nil || !strings.Contains(err.Error(), "failing panics") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	above := &checker.Action{Analyzer: failing, Package: &packages.Package{PkgPath: "p"}, Err: errors.New("failed prerequisites: failing@p")}
	cause := &checker.Action{Analyzer: failing, Package: &packages.Package{PkgPath: "p"}, Err: errors.New("failing panics")}
	c := collector{seen: map[string]int{}}
	if c.collect(&checker.Graph{Roots: []*checker.Action{above, cause, above}}); !c.failed || len(c.unchecked) != 1 {
		t.Errorf("failed %t: %q", c.failed, c.unchecked)
	}
}
