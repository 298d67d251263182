package load

import (
	"context"
	"go/ast"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

func loaded(t *testing.T, tests bool, patterns ...string) (dir string, named, all []*packages.Package) {
	t.Helper()
	dir = fixture.Copy(t, "program")
	named, all, err := Program(context.Background(), Options{Dir: dir, Patterns: patterns, Tests: tests})
	if err != nil {
		t.Fatal(err)
	}
	return dir, named, all
}

// ids are the packages without the module's path, sorted.
func ids(pkgs []*packages.Package) string {
	var list []string
	for _, p := range pkgs {
		list = append(list, strings.ReplaceAll(p.ID, "example.com/m/", ""))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// What is named is apart from what it imports; of a package and the same one
// with its test files the latter is enough. Test files of what is only imported are left out.
func TestProgram(t *testing.T) {
	for _, c := range []struct {
		tests       bool
		pattern     string
		named, deps string
	}{
		{false, "./high", "high", "high, low"},
		{true, "./high", "high, high_test [high.test]", "high, high_test [high.test], low"},
		{true, "./low", "low [low.test]", "low, low [low.test]"},
	} {
		_, named, all := loaded(t, c.tests, c.pattern)
		if ids(named) != c.named || ids(all) != c.deps {
			t.Errorf("%s, tests %t: named %s of %s, want %s of %s", c.pattern, c.tests, ids(named), ids(all), c.named, c.deps)
		}
		for _, p := range all {
			if len(p.Syntax) == 0 || p.TypesInfo == nil {
				t.Errorf("%s has no syntax", p.ID)
			}
		}
	}
}

// What is not there is named, in an error or as a package that has one.
func TestNothingMatches(t *testing.T) {
	dir := fixture.Copy(t, "program")
	for _, pattern := range []string{"./nowhere", "./nowhere/...", "example.com/nowhere"} {
		named, _, err := Program(context.Background(), Options{Dir: dir, Patterns: []string{pattern}})
		said := ""
		if err != nil {
			said = err.Error()
		}
		for _, p := range named {
			said += strings.Join(Problems(p, dir), "\n")
		}
		if !strings.Contains(said, "nowhere") || strings.Contains(said, "\n") {
			t.Errorf("%s: %q", pattern, said)
		}
	}
	empty := t.TempDir()
	write(t, empty, "go.mod", "module example.com/m\n")
	if _, _, err := Program(context.Background(), Options{Dir: empty, Patterns: []string{"./..."}}); err == nil || !strings.Contains(err.Error(), "no packages match") {
		t.Errorf("an empty module: %v", err)
	}
}

// Files are named without packages beside them; what they import is summarised.
func TestFiles(t *testing.T) {
	dir := fixture.Source(t, "files")
	opt := Options{Dir: dir, Patterns: []string{"main.go"}}
	named, _, err := Program(context.Background(), opt)
	if err != nil || ids(named) != "command-line-arguments" {
		t.Errorf("named %s, %v", ids(named), err)
	}
	others, err := DependencyPackages(context.Background(), opt, nil)
	if err != nil || ids(others) != "locks" {
		t.Errorf("others %s, %v", ids(others), err)
	}
}

func TestCheckable(t *testing.T) {
	dir, named, all := loaded(t, false, "./...")
	good := Checkable(named, all)
	if ids(good) != "above, high, low" {
		t.Errorf("checkable: %s", ids(good))
	}
	for _, p := range good {
		if p.IllTyped || p.Imports["example.com/m/broken"] != nil || p.PkgPath == "example.com/m/above" && p.Imports["example.com/m/low"] == nil {
			t.Errorf("%s: ill typed %t, imports %v", p.PkgPath, p.IllTyped, p.Imports)
		}
	}
	i := slices.IndexFunc(named, func(p *packages.Package) bool { return p.Name == "broken" })
	lines := Problems(named[i], dir)
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "broken/broken.go:5:13: cannot use low.F") || !strings.HasPrefix(lines[1], "broken/broken.go:7:13: ") {
		t.Errorf("problems %q", lines)
	}
	for _, line := range lines {
		if strings.Contains(line, "\n") {
			t.Errorf("more than one line: %q", line)
		}
	}
}

// TestLeaveOut shows that a function and an initialiser that use what is of an unknown type are left out, with the comments
// in the function, and what is beside them is not.
func TestLeaveOut(t *testing.T) {
	dir := fixture.Source(t, "unknown")
	named, all, err := Program(context.Background(), Options{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	above := named[slices.IndexFunc(named, func(p *packages.Package) bool { return p.Name == "above" })]
	if note := Unknown(above, dir); !strings.HasPrefix(note, "above/above.go:5:") || !strings.Contains(note, ": 2 functions and initialisers are not checked") {
		t.Errorf("it is said: %q", note)
	}
	if good := Checkable(named, all); ids(good) != "above" {
		t.Errorf("checkable: %s", ids(good))
	}
	var bodies []string
	for _, d := range above.Syntax[0].Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			bodies = append(bodies, fn.Name.Name)
		}
	}
	if !slices.Equal(bodies, []string{"plain"}) || len(above.TypesInfo.InitOrder) != 1 || len(above.Syntax[0].Comments) != 1 {
		t.Errorf("left are %v, %d initialisers and %d comments", bodies, len(above.TypesInfo.InitOrder), len(above.Syntax[0].Comments))
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t, "program", "unknown") }
