package drive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// A finder collects the reduced drivers of a package as tests. A line of a report is one of the text that the user sees. So each test is a
// file of its own where the report shows it. Where they are written, all are one file.
type finder struct {
	api    *drive.API
	pkg    *packages.Package
	taken  drive.Taken // names in test files of the package
	tests  []Test
	files  []drive.File
	bodies []drive.Body
}

// has reports whether a test hangs by a rule at some of these places, and at no other. The rest of them hangs as its consequence: less of
// the driver would hang without it.
func (f *finder) has(rule judge.Rule, places []string) bool {
	return slices.ContainsFunc(f.tests, func(t Test) bool { return t.Rule == rule && len(without(t.Places, places)) == 0 })
}

// unshown are the places at which no test hangs by a rule.
func (f *finder) unshown(rule judge.Rule, places []string) []string {
	for _, t := range f.tests {
		if t.Rule == rule {
			places = without(places, t.Places)
		}
	}
	return places
}

// without are the places that are not among others.
func without(places, others []string) []string {
	return slices.DeleteFunc(slices.Clone(places), func(at string) bool { return slices.Contains(others, at) })
}

// add adds the n-th test of the command, of which the rule and the places are known.
func (f *finder) add(n int, d *drive.Driver, t Test) error {
	b := drive.Body{Name: drive.TestName(n, f.taken), Driver: d}
	text, err := f.api.Tests([]drive.Body{b}, f.taken)
	if err != nil {
		return err
	}
	f.taken.Add(text)
	f.bodies, f.files = append(f.bodies, b), append(f.files, drive.File{Name: drive.TestFile(n), Text: text})
	t.Name, t.Text, t.Single, t.Panics = b.Name, string(text), len(d.Par) < 2, d.CallsBackPanics()
	t.Against = WordsAgainst(f.pkg, f.api, d)
	t.Unsaid = t.Unsaid && len(t.Against) == 0
	f.tests = append(f.tests, t)
	return nil
}

// WordsAgainst are the words of a package against which a driver goes.
func WordsAgainst(p *packages.Package, api *drive.API, d *drive.Driver) (list []Words) {
	for _, demand := range api.Against(d) {
		list = append(list, Words{demand, p.Fset.Position(demand.Pos)})
	}
	return list
}

// filesFor are the files that are built: one for each test, or that of the destination.
func (f *finder) filesFor(to Destination) ([]drive.File, error) {
	if to == "" {
		return f.files, nil
	}
	text, err := f.api.Tests(f.bodies, taken(f.pkg.Dir, to.name()))
	if err != nil {
		return nil, err
	}
	file, err := filepath.Abs(to.file(f.pkg))
	if err != nil {
		return nil, err
	}
	for i := range f.tests {
		f.tests[i].File = file
	}
	return []drive.File{{Name: to.name(), Text: sealed(text)}}, nil
}

// taken are the names in the test files of a directory, but for a file that is written again.
func taken(dir, but string) drive.Taken {
	t := drive.Taken{}
	entries, _ := os.ReadDir(dir) // the build says what is wrong with it
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") || e.Name() == but {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil {
			t.Add(text)
		}
	}
	return t
}

// testFiles are the test files of a directory that can be parsed.
func testFiles(dir string) (files []*ast.File) {
	entries, _ := os.ReadDir(dir) // the build says what is wrong with it
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution); err == nil {
			files = append(files, f)
		}
	}
	return files
}
