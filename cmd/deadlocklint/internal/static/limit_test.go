package static

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
	"github.com/deadlocklint/deadlocklint/passes/typestate"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// tangle writes a module of n functions, each of which locks on some of its
// paths and calls all of the others, and of two functions that lock in
// opposite orders.
func tangle(t *testing.T, n int) string {
	var b strings.Builder
	b.WriteString("package tangle\n\nimport \"sync\"\n\ntype node struct {\n\tmu sync.Mutex\n\tnext *node\n}\n\nvar x, y sync.Mutex\n\n")
	b.WriteString("func Forth() {\n\tx.Lock()\n\ty.Lock()\n\ty.Unlock()\n\tx.Unlock()\n}\n\nfunc Back() {\n\ty.Lock()\n\tx.Lock()\n\tx.Unlock()\n\ty.Unlock()\n}\n")
	for i := range n {
		fmt.Fprintf(&b, "\ntype t%d struct {\n\tmu sync.Mutex\n\tn *node\n}\n\nvar g%d t%d\n\nfunc F%d(a, b *node, k int) {\n", i, i, i, i)
		for j := range n {
			fmt.Fprintf(&b, "\tif k == %d {\n\t\tg%d.mu.Lock()\n\t\ta.mu.Lock()\n\t\tF%d(b.next, a, k-1)\n\t\ta.mu.Unlock()\n\t\tg%d.mu.Unlock()\n\t}\n\tF%d(b, a.next, k-1)\n", j, i, j, i, j)
		}
		b.WriteString("}\n")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/tangle\n\ngo 1.25\n", "tangle.go": b.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A package that would take for ever ends at a limit, which is named; what can
// be found in it is found.
func TestLimitsEndTheAnalysis(t *testing.T) {
	var out, errs bytes.Buffer
	err := Check(context.Background(), command.Streams{Out: &out, Err: &errs}, []string{"-json", "-C", tangle(t, 20), "."})
	doc, e := report.ReadDocument(bytes.NewReader(out.Bytes()))
	if e != nil {
		t.Fatalf("%v, %v: %s%s", err, e, out.Bytes(), errs.Bytes())
	}
	for _, want := range []string{"maxWork=", "maxEvents="} {
		if !slices.ContainsFunc(doc.Stats.Limits, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("limits %q: %s is missing", doc.Stats.Limits, want)
		}
	}
	if !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return strings.Contains(f.Message, "tangle.x") }) {
		t.Errorf("the cycle of x and y is not among %d findings", len(doc.Findings))
	}
}

// Whoever wants no more gets what there is, and is told.
func TestChecksInterrupted(t *testing.T) {
	named, all, err := load.Program(context.Background(), load.Options{Dir: tangle(t, 2), Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	close(done)
	analyzers, err := suite.Select(lockfacts.Options{Done: done}, "", "")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze(append(analyzers, analyzers[0].Requires...), load.Checkable(named, all), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := limits(graph); !slices.Equal(got, []string{"interrupted in example.com/tangle"}) {
		t.Errorf("limits %q", got)
	}
	c := collector{places: newPlaces(".", nil, all), seen: map[string]int{}}
	if c.collect(graph); len(c.findings) > 0 || c.failed {
		t.Errorf("%d findings, failed %v", len(c.findings), c.failed)
	}
}

// forked is a module with a function that opens n files and closes each on some
// of its paths: 2 to the power of n states.
func forked(t *testing.T, n int) string {
	var b strings.Builder
	b.WriteString("package forked\n\nimport \"os\"\n\nfunc F(k int) {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tf%d, err := os.Open(\"%d\")\n\tif err != nil {\n\t\treturn\n\t}\n", i, i)
		fmt.Fprintf(&b, "\tif k&%d != 0 {\n\t\tf%d.Close()\n\t}\n", 1<<i, i)
	}
	b.WriteString("}\n")
	return moduletest.Module(t, "", "forked.go", b.String())
}

// What a check leaves out at a limit of its own is named as well; below it
// nothing is, and the files are found.
func TestLimitsOfTypestate(t *testing.T) {
	for _, c := range []struct {
		files   int
		limits  []string
		finding bool
	}{
		{16, []string{"maxPaths=4000 in example.com/m"}, false},
		{3, []string{}, true},
	} {
		dir := forked(t, c.files)
		doc := checked(t, "-json", "-enable=typestate", "-C="+dir, ".")
		if !slices.Equal(doc.Stats.Limits, c.limits) || len(doc.Findings) > 0 != c.finding {
			t.Errorf("%d files: limits %q, %d findings", c.files, doc.Stats.Limits, len(doc.Findings))
		}
	}
}

// checked runs the static checks and decodes their document.
func checked(t *testing.T, args ...string) (doc report.Document) {
	t.Helper()
	var out, errs bytes.Buffer
	err := Check(t.Context(), command.Streams{Out: &out, Err: &errs}, args)
	if !command.Silent(err) {
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	doc, err = report.ReadDocument(&out)
	if err != nil {
		t.Fatalf("%v: no document: %v\n%s", args, err, &errs)
	}
	return doc
}

// A limit that was reached is named for people, too.
func TestLimitsAreTold(t *testing.T) {
	var out, errs bytes.Buffer
	err := Check(t.Context(), command.Streams{Out: &out, Err: &errs}, []string{"-enable=typestate", "-C=" + forked(t, 16), "."})
	if want := "maxPaths=4000 in example.com/m"; err != nil || !strings.Contains(out.String()+errs.String(), want) {
		t.Errorf("%v: %q is not said: %s%s", err, want, &out, &errs)
	}
}

// Whoever wants no more while the paths of functions are walked gets what there is, and
// is told; nobody is told anything when the check has run to its end.
func TestWalkInterrupted(t *testing.T) {
	for _, c := range []struct {
		stop   bool
		limits []string
	}{
		{true, []string{"interrupted in example.com/m"}},
		{false, nil},
	} {
		named, all, err := load.Program(context.Background(), load.Options{Dir: forked(t, 3), Patterns: []string{"."}})
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		check := typestate.New(lockfacts.With(lockfacts.Options{Done: done}))
		run := check.Run
		check.Run = func(pass *analysis.Pass) (any, error) {
			if c.stop && pass.Pkg.Path() == "example.com/m" {
				close(done)
			}
			return run(pass)
		}
		graph, err := checker.Analyze(append([]*analysis.Analyzer{check}, check.Requires...), load.Checkable(named, all), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := limits(graph); !slices.Equal(got, c.limits) {
			t.Errorf("stopped %t: limits %q, want %q", c.stop, got, c.limits)
		}
		found := collector{places: newPlaces(".", nil, all), seen: map[string]int{}}
		if found.collect(graph); len(found.findings) > 0 == c.stop {
			t.Errorf("stopped %t: %d findings", c.stop, len(found.findings))
		}
	}
}
