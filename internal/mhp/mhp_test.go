package mhp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// A testCase is a program of testdata. Comments at the ends of its lines say what
// goroutines A and B hold there and want there. The comment of the archive ends in a line
//
//	want: order|gate|none [TEXT]
//
// with a part of the sentence of the proof or of a refusal.
type testCase struct {
	name, dir, kind, text string
	sides                 []Side
	tests                 bool // run by go test, as a library
}

// pauses make the schedule of a case happen: with the tag, pause sleeps.
const (
	pauseOn  = "//go:build pause\n\npackage PKG\n\nimport (\n\t\"os\"\n\t\"time\"\n)\n\nfunc pause(n int) {\n\td, _ := time.ParseDuration(os.Getenv(\"PAUSE\"))\n\ttime.Sleep(time.Duration(n) * d)\n}\n"
	pauseOff = "//go:build !pause\n\npackage PKG\n\nfunc pause(n int) {}\n"
)

func readCase(t *testing.T, file string) testCase {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := testCase{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), dir: t.TempDir()}
	_, want, ok := strings.Cut(string(archive.Comment), "want: ")
	if !ok {
		t.Fatalf("%s says not what is wanted", file)
	}
	c.kind, c.text, _ = strings.Cut(strings.TrimSpace(want), " ")
	c.write(t, "go.mod", "module example.com/m\n\ngo 1.26\n")
	for _, f := range archive.Files {
		c.write(t, f.Name, string(f.Data))
		c.tests = c.tests || strings.HasSuffix(f.Name, "_test.go")
		if sides := marked(f.Name, string(f.Data)); sides[0].Wants.Line+sides[1].Wants.Line > 0 {
			c.sides = sides
		}
	}
	pkg, _, _ := strings.Cut(strings.TrimPrefix(string(archive.Files[0].Data), "package "), "\n")
	c.write(t, "pause_on.go", strings.ReplaceAll(pauseOn, "PKG", pkg))
	c.write(t, "pause_off.go", strings.ReplaceAll(pauseOff, "PKG", pkg))
	if len(c.sides) == 0 || c.sides[0].Wants.Line == 0 || c.sides[1].Wants.Line == 0 {
		t.Fatalf("%s: a side wants nothing", file)
	}
	return c
}

// marked reads the sides A and B from the comments of a file.
func marked(file, text string) []Side {
	sides := make([]Side, 2)
	for i, line := range strings.Split(text, "\n") {
		_, note, _ := strings.Cut(line, "// ")
		words, at := strings.Fields(note), Site{File: file, Line: i + 1}
		n := 0
		switch {
		case len(words) != 2 || words[0] != "A" && words[0] != "B":
			continue
		case words[0] == "B":
			n = 1
		}
		if words[1] == "holds" {
			sides[n].Holds = append(sides[n].Holds, at)
		} else if words[1] == "wants" {
			sides[n].Wants = at
		}
	}
	return sides
}

func (c *testCase) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCases wants a proof of the programs of testdata/holds, and none of those in
// testdata/seems, where a run with pauses ends in Go's own report of a deadlock.
func TestCases(t *testing.T) {
	for _, where := range []string{"holds", "seems"} {
		files, err := filepath.Glob(filepath.Join("testdata", where, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no cases in %s: %v", where, err)
		}
		for i, file := range files {
			c := readCase(t, file)
			t.Run(where+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				c.exclude(t)
				if matrix.Rest || i%12 == 0 { // the tag pause is another build
					c.run(t, where == "seems")
				}
			})
		}
	}
}

func (c *testCase) exclude(t *testing.T) {
	p, err := Load(context.Background(), load.Options{Dir: c.dir, Patterns: []string{"."}, Tests: c.tests})
	if err != nil {
		t.Fatal(err)
	}
	proof, refusals := p.Exclude(c.sides)
	said, kind := fmt.Sprint(refusals), "none"
	if proof != nil {
		said, kind = proof.Why, proof.Kind.String()
		for _, at := range proof.At {
			said += ", " + short(at)
		}
	}
	t.Logf("%s: %s", kind, said)
	if kind != c.kind || !strings.Contains(said, c.text) {
		t.Errorf("%s: %s; want %s: %s", kind, said, c.kind, c.text)
	}
	slices.Reverse(c.sides)
	if again, _ := p.Exclude(c.sides); (again != nil) != (proof != nil) {
		t.Errorf("the other way round: %v", again)
	}
}

// maxRuns is how often a case may miss its deadlock, each time with twice the
// pauses. A run that shows it is enough: no run of a case of testdata/holds may.
const maxRuns = 6

// run builds a case with pauses and runs it.
func (c *testCase) run(t *testing.T, deadlocks bool) {
	args := []string{"build", "-tags", "pause", "-o", "case.exe", "."}
	if c.tests {
		args = []string{"test", "-c", "-tags", "pause", "-o", "case.exe", "."}
	}
	build := exec.Command("go", args...)
	build.Dir = c.dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	runs := 1
	if deadlocks {
		runs = maxRuns
	}
	for n := range runs {
		cmd := exec.CommandContext(t.Context(), filepath.Join(c.dir, "case.exe"))
		cmd.Env = append(os.Environ(), fmt.Sprintf("PAUSE=%dms", 20<<n))
		out, err := cmd.CombinedOutput()
		switch asleep := strings.Contains(string(out), "all goroutines are asleep - deadlock!"); {
		case asleep && deadlocks:
			return
		case asleep || !deadlocks && err != nil:
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if deadlocks {
		t.Errorf("no deadlock in %d runs", maxRuns)
	}
}
