package suite_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/tracked"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
	"golang.org/x/tools/go/analysis"
)

// notOurs is what go vet finds without us.
var notOurs = []string{"copylocks", "lostcancel"}

// expected returns the reports that the comments of a module ask for:
// "file:line check".
func expected(t *testing.T, dir string) []string {
	t.Helper()
	want := regexp.MustCompile(`// want (\S+)`)
	var list []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		for i, line := range strings.Split(string(data), "\n") {
			if m := want.FindStringSubmatch(line); m != nil && !slices.Contains(notOurs, m[1]) {
				list = append(list, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), i+1, m[1]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// diagnostic is what go vet -json prints of one.
type diagnostic struct{ Posn, End, Message string }

// built is our binary, which the tests share.
var built struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// build makes our binary.
func build(t *testing.T) (tool string) {
	t.Helper()
	name := "deadlocklint"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "deadlocklint-test-"); built.err != nil {
			return
		}
		if built.err = tracked.Program(filepath.Join("..", "..")); built.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", filepath.Join(built.dir, name), "github.com/deadlocklint/deadlocklint/cmd/deadlocklint").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, name)
}

// A report is what go vet prints of a finding.
type report struct {
	file, line string
	check, id  string
}

// vet runs the real go vet with our binary and returns "file:line check", one
// for each report.
func vet(t *testing.T, tool, dir string, flags ...string) []string {
	t.Helper()
	var list []string
	for _, r := range reports(t, tool, dir, flags...) {
		list = append(list, r.file+":"+r.line+" "+r.check)
	}
	slices.Sort(list)
	return list
}

// reports runs the real go vet with our binary.
func reports(t *testing.T, tool, dir string, flags ...string) []report {
	t.Helper()
	cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + tool, "-json"}, flags...), "./...")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("go vet: %v\n%s", err, out.String())
	}
	var list []report
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(out.String(), "")))
	for dec.More() {
		var doc map[string]map[string][]diagnostic
		if err := dec.Decode(&doc); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		for _, checks := range doc {
			for _, diags := range checks {
				for _, d := range diags {
					list = append(list, reportOf(t, abs, d))
				}
			}
		}
	}
	return list
}

// reportOf takes a diagnostic apart. Its message ends in "[check id]".
func reportOf(t *testing.T, dir string, d diagnostic) report {
	t.Helper()
	m := regexp.MustCompile(`\[(\S+) ([0-9a-f]{16})\]$`).FindStringSubmatch(d.Message)
	p := regexp.MustCompile(`^(.*):(\d+):\d+$`).FindStringSubmatch(d.Posn)
	if m == nil || p == nil {
		t.Fatalf("no id or position: %+v", d)
	}
	if d.End == "" || d.End == d.Posn {
		t.Errorf("%s has no width", d.Posn)
	}
	file, err := filepath.EvalSymlinks(p[1])
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return report{filepath.ToSlash(rel), p[2], m[1], m[2]}
}

// TestTextbook runs go vet with our binary, and the checks that are off by default
// because too few of their findings are proven, on programs with one textbook bug each, and on correct ones that look like them (clean_*).
func TestTextbook(t *testing.T) {
	dir := filepath.Join("testdata", "textbook")
	got := vet(t, build(t), dir, "-enable=condsignal,waitgroup")
	want := append(expected(t, dir), // where a comment cannot stand beside a comment
		"ignored/ignored.go:20 directives", "ignored/ignored.go:21 doublelock", "ignored/ignored.go:27 directives")
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("not reported: %s", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("reported without reason: %s", g)
		}
	}
}

// quiet drops what analysistest says about expectations in another language
// than its own, and keeps failures of the analysis.
type quiet struct{ t *testing.T }

func (q quiet) Errorf(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); strings.Contains(text, "nondeterministic") || strings.Contains(text, "error analyzing") {
		q.t.Error(text)
	}
}

// TestAnalyzers checks what go vet and explain need of each.
func TestAnalyzers(t *testing.T) {
	list := suite.Analyzers()
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if !strings.Contains(a.Doc, "//deadlocklint:ignore "+a.Name) || !strings.Contains(a.Doc, "\n\n") || len(a.Doc) < 400 && a.Name != "directives" {
			t.Errorf("%s: the documentation does not say what, why and how to silence: %q", a.Name, a.Doc)
		}
		if a.Name != "directives" && !slices.Contains(a.Requires, lockfacts.Analyzer) {
			t.Errorf("%s does not share lockfacts", a.Name)
		}
	}
}

// TestSelect checks that a name that does not exist is refused.
func TestSelect(t *testing.T) {
	if _, err := suite.Select(lockfacts.Options{}, "", "nosuchcheck"); err == nil {
		t.Error("no error for a check that does not exist")
	}
	if list, err := suite.Select(lockfacts.Options{}, "example.com", "all"); err != nil || len(list) < len(suite.Analyzers()) {
		t.Errorf("got %d checks, %v", len(list), err)
	}
	former := checks.Callback.Former()[0] // what findings were called before
	list, err := suite.Select(lockfacts.Options{}, "", former)
	if err != nil || !slices.ContainsFunc(list, func(a *analysis.Analyzer) bool { return a.Name == string(checks.Callback) }) {
		t.Errorf("%s switches nothing on: %v", former, err)
	}
}

// TestVetFlags switches a check on that is off by default, in both ways, and one off
// that is on.
func TestVetFlags(t *testing.T) {
	dir := filepath.Join("..", "callback", "testdata")
	want := []string{
		"hook_behind/hook_behind.go:38 callback", "hook_container/hook_container.go:42 callback", "hook_container/hook_container.go:48 callback",
		"hook_function/hook_function.go:37 callback", "hook_function/hook_function.go:44 callback",
		"hook_given/hook_given.go:42 callback", "hook_interface/hook_interface.go:50 callback",
	}
	tool := build(t)
	for flags, want := range map[string][]string{"-enable=callback": want, "-enable=all": want, "-enable all": want, "-callback": want, "-callback=false": nil, "-lockorder": nil} {
		got := slices.DeleteFunc(vet(t, tool, dir, strings.Fields(flags)...), func(g string) bool { return !strings.HasSuffix(g, " callback") })
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", flags, got, want)
		}
	}
}

// TestVetFix applies the fixes with go vet itself, and looks at what it shows: places of
// both sides, and no link, for which neither form has a place.
func TestVetFix(t *testing.T) {
	dir, tool := t.TempDir(), build(t)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "hosts"))); err != nil {
		t.Fatal(err)
	}
	goVet := func(flags ...string) string {
		cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + tool}, flags...), "./...")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, _ := cmd.CombinedOutput() // it fails when something is found
		return string(out)
	}
	cycle := regexp.MustCompile(`(?m)^(\./)?drain\.go:18:\d+: lock order cycle: .*\n(.*drain\.go:16:.*goroutine 1: locks .*\n)(.*\n)*(.*drain\.go:25:.*goroutine 2: locks .*\n)`)
	for form, out := range map[string]string{"text": goVet(), "-json": goVet("-json")} {
		if form == "text" && !cycle.MatchString(out) || !strings.Contains(out, "get.go:15:") || strings.Contains(out, "take.go") || strings.Contains(out, "doc/checks") {
			t.Errorf("%s: %s", form, out)
		}
	}
	if out := goVet("-fix", "-diff"); !strings.Contains(out, "\n+\tdefer x.mu.Unlock()\n") {
		t.Errorf("-fix -diff: %s", out)
	}
	goVet("-fix")
	if err := os.Rename(filepath.Join(dir, "drain.fixed"), filepath.Join(dir, "drain.go")); err != nil {
		t.Fatal(err)
	}
	if out := goVet(); out != "" {
		t.Errorf("after -fix: %s", out)
	}
}
