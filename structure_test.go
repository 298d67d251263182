package deadlocklint

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/structure"
)

// wideCircle is the number of files of a package that may form a circle, each
// calling the others directly or over others: more nobody keeps in mind.
const wideCircle = 10

// An exempt entry says why something is there that no product needs. Its name
// is a pattern of path.Match, or several separated by spaces.
type exempt struct{ name, reason string }

// testOnly are the packages that no product imports.
var testOnly = []exempt{
	{".", "documentation, and the tests of the repository"},
	{commandsDir + "cases", "runs the programs of testdata as a user would"},
	{commandsDir + "cases/*", "the tests of these programs, one package for each kind, so that they run side by side"},
	{commandsDir + "runtest", "the tests of the commands call them with it"},
	{commandsDir + "moduletest", "the tests of the commands write modules with it"},
	{"internal/fixture", "the programs of tests, as modules that gofmt and go vet see"},
	{"internal/matrix", "divides tests into a sample and the rest"},
	{"internal/tracked", "keeps the cache of go test true"},
	{"internal/oracle", "knows the truth about random programs, for cases/oracle and script/oracle"},
	{"internal/oracle/*", "the programs, their schedules and the generator of the oracle"},
	{"script/oracle", "compares the verdicts on as many random programs as one likes"},
	{"internal/prose", "writes comments for the linter of script/ci/prose.sh"},
	{"internal/documents", "compares documents with the sources, for its tests and for script/documents"},
	{"internal/structure", "measures the repository for its tests and for script/structure"},
	{"internal/trace/tracetest", "the tests of models and predictors write traces with it"},
	{"passes/edit/edittest", "the tests of checks apply suggested fixes with it"},
	{"script/conditions", "lists the conditions of released modules, to be read"},
	{"script/documents", "prints what documents name and nothing has"},
	{"script/prose", "writes comments for the linter of script/ci/prose.sh"},
	{"script/structure", "prints the picture of the repository"},
}

// kept are the functions that no product calls. What only these call need not be named.
var kept = []exempt{
	{commandsDir + "dispatch.Pages", "its test compares the pages in doc with it, and rewrites them"},
	{commandsDir + "testflags.Doc " + commandsDir + "flags.Table", "tables in these pages"},
	{"fuzzer/boundary.Unlike fuzzer/rt.Exploring fuzzer/rt.NewExploration fuzzer/rt.Exploration.* fuzzer/rt.Shrinking.* fuzzer/rt.Following.* fuzzer/rt.Inputs fuzzer/rt.WentEarly fuzzer/rt.Spots", "package testing of the instrumented standard library calls them"},
	{"fuzzer/drive/judge.PlayAll fuzzer/drive/judge.Addresses fuzzer/drive/judge.Hold", "generated tests of a package call them"},
	{"internal/trace/form.Path.Len internal/trace/form.Path.Cut internal/trace/form.Path.Type internal/trace/form.Path.Arguments internal/trace/form.Path.Elements", "package runtime of the instrumented standard library calls them"},
	{"internal/trace.Check", "tests judge with it what the recorder wrote"},
	{"internal/trace.Problem.Error", "what Check finds is an error"},
	{"internal/trace/objects.New", "tests look at the trace again, which InPlace changes"},
	{"internal/trace/wire.Reader.Event", "bench/recorder.go counts events; a product reads them in blocks"},
	{"internal/trace/wire.Read", "the tests of codecs read from memory; a product reads files"},
	{"internal/trace/wire.Write", "bench and tests write traces; in a product the recorder does"},
	{"passes/suite.Analyzers", "gopls and other hosts of analyzers have it in their source"},
	{"typestate.Read", "bench/typestate.go reads a trace that it holds in memory"},
	{"typestate/automaton.NFA.Accepts", "the oracle of the tests of package mine"},
}

// matches reports whether the entry is about name.
func (e exempt) matches(name string) bool {
	return slices.ContainsFunc(strings.Fields(e.name), func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

// covers reports whether some entry of the list is about name.
func covers(list []exempt, name string) bool {
	return slices.ContainsFunc(list, func(e exempt) bool { return e.matches(name) })
}

// useless returns the entries that are about none of the names.
func useless(list []exempt, names []string) []string {
	var found []string
	for _, e := range list {
		if !slices.ContainsFunc(names, e.matches) {
			found = append(found, fmt.Sprintf("%s is listed and does not exist: remove it from structure_test.go", e.name))
		}
	}
	return found
}

// upwards returns what is wrong with the floors of a module.
func upwards(m *structure.Module) []string {
	var found []string
	for _, r := range m.Rooms() {
		if r.Layer == structure.NoLayer {
			found = append(found, fmt.Sprintf("%s has no floor: give it one in internal/structure/rooms.go", r.Name))
		}
	}
	for _, a := range m.Arrows() {
		for _, i := range a.Imports {
			if a.Up {
				found = append(found, fmt.Sprintf("%s imports %s: room %s lies above room %s", i.From, i.To, a.To, a.From))
			}
		}
	}
	return found
}

// tooWide returns the packages whose circle is wider than allowed.
func tooWide(circles []structure.Circle) []string {
	var found []string
	for _, c := range circles {
		if n := len(c.Files); n > wideCircle {
			found = append(found, fmt.Sprintf("%d files of %s call each other in a circle, more than %d: %s", n, c.Package, wideCircle, strings.Join(c.Files, " ")))
		}
	}
	return found
}

// unneeded returns the packages that no product imports and that are not listed,
// and the entries that are not needed.
func unneeded(m *structure.Module, list []exempt) []string {
	var found, names []string
	for _, p := range m.Unreached() {
		names = append(names, p.Path)
		if !covers(list, p.Path) {
			found = append(found, fmt.Sprintf("no product imports %s: remove it, or say in structure_test.go what it is for", p.Path))
		}
	}
	return append(found, useless(list, names)...)
}

// dead returns the functions that no product calls and that are not listed, and
// the entries that are not needed.
func dead(p *structure.Program, list []exempt) ([]string, error) {
	var found, names []string
	unreached, needless, err := p.Dead(func(f structure.Function) bool {
		if !covers(list, f.String()) {
			return false
		}
		names = append(names, f.String())
		return true
	})
	for _, f := range unreached {
		found = append(found, fmt.Sprintf("%s:%d: no product calls %s: remove it, move it into a test, or say in structure_test.go what it is for", f.File, f.Line, f))
	}
	for _, f := range needless {
		found = append(found, fmt.Sprintf("%s is listed, but a product calls it: remove it from structure_test.go", f))
	}
	return append(found, useless(list, names)...), err
}

func read(t *testing.T, dir string) *structure.Module {
	t.Helper()
	m, err := structure.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func report(t *testing.T, found []string) {
	t.Helper()
	for _, text := range found {
		t.Error(text)
	}
}

func TestNoImportRunsUpwards(t *testing.T) { report(t, upwards(read(t, "."))) }

func TestNoWideCircles(t *testing.T) {
	p, err := read(t, ".").LoadOwn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	report(t, tooWide(p.Circles()))
}

func TestProductsNeedEveryPackage(t *testing.T) { report(t, unneeded(read(t, "."), testOnly)) }

// TestKeptFunctionsAreUsed looks for the name of each in tests, in other modules
// of the repository and in scripts.
func TestKeptFunctionsAreUsed(t *testing.T) {
	for _, e := range kept {
		if name := path.Ext(strings.Fields(e.name)[0])[1:]; !used(t, name) && name != "Error" {
			t.Errorf("nothing calls %s, neither a test nor another module: remove it, and its entry in structure_test.go", e.name)
		}
	}
	if used(t, "Nothing"+"HasThisName") {
		t.Error("a name that nothing has is used")
	}
}

// used reports whether a file that no product is built from calls a function of that name.
func used(t *testing.T, name string) bool {
	call := regexp.MustCompile(`\b` + name + `\(`)
	for _, file := range sourceFiles(t) {
		foreign := strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".go.txt") || path.Ext(file) == ".go" && !inModule(path.Dir(filepath.ToSlash(file)))
		if !foreign {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if call.Match(data) {
			return true
		}
	}
	return false
}

// TestStructureIsNoticed checks the checkers with a module in which each of them
// finds something, and with the lists that silence them.
func TestStructureIsNoticed(t *testing.T) {
	m := crooked(t)
	p, err := m.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	functions := func(list []exempt) []string {
		found, err := dead(p, list)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, c := range []struct {
		name string
		got  []string
		want []string // a part of each
	}{
		{"upwards", upwards(m), []string{"attic has no floor", "internal/low imports lockgraph"}},
		{"circle", tooWide(p.Circles()), []string{"11 files of lockgraph"}},
		{"package", unneeded(m, nil), []string{"no product imports attic"}},
		{"package, listed", unneeded(m, []exempt{{"at* internal/attic", "old"}}), nil},
		{"package, listed without need", unneeded(m, []exempt{{"attic", "old"}, {"lockgraph", "none"}}), []string{"lockgraph is listed and does not exist"}},
		{"function", functions(nil), []string{"no product calls lockgraph.unused", "no product calls lockgraph.onlyUnused"}},
		{"function, listed", functions([]exempt{{"lockgraph.unused", "tests"}}), nil},
		{"function, listed and called", functions([]exempt{{"lockgraph.*used", "tests"}, {"lockgraph.F0", "none"}}), []string{"lockgraph.F0 is listed, but a product calls it"}},
		{"function, listed and gone", functions([]exempt{{"lockgraph.unused", "tests"}, {"lockgraph.gone", "none"}}), []string{"lockgraph.gone is listed and does not exist"}},
	} {
		ok := len(c.got) == len(c.want)
		for i := range min(len(c.got), len(c.want)) {
			ok = ok && strings.Contains(c.got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

// crooked writes a module with an import that runs upwards, a room without a
// floor, a circle of eleven files, and functions that nothing calls.
func crooked(t *testing.T) *structure.Module {
	t.Helper()
	files := map[string]string{
		"go.mod":              "module example.com/crooked\n\ngo 1.24\n",
		"cmd/crooked/main.go": "package main\n\nimport \"example.com/crooked/internal/low\"\n\nfunc main() { low.Run() }\n",
		"internal/low/low.go": "package low\n\nimport \"example.com/crooked/lockgraph\"\n\nfunc Run() { lockgraph.F0(9) }\n",
		"attic/attic.go":      "package attic\n",
		"lockgraph/unused.go": "package lockgraph\n\nfunc unused() { onlyUnused() }\n\nfunc onlyUnused() {}\n",
	}
	const n = 11
	for i := range n {
		files[fmt.Sprintf("lockgraph/f%d.go", i)] = fmt.Sprintf("package lockgraph\n\nfunc F%d(n int) {\n\tif n > 0 {\n\t\tF%d(n - 1)\n\t}\n}\n", i, (i+1)%n)
	}
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return read(t, dir)
}
