package tracetest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// update is the flag of every test that uses Run.
var update = flag.Bool("update", false, "rewrite the expect sections of the txtar cases")

// A Case is a txtar file with a trace and the expected results of an analysis.
type Case struct {
	Name   string // of the file, without .txtar
	Doc    string // the comment at its beginning
	Trace  *Trace
	Expect string
	Files  map[string]string // all sections
}

// Load reads a case. Its trace must be well-formed.
func Load(path string) (*Case, error) {
	a, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	c := &Case{
		Name:  strings.TrimSuffix(filepath.Base(path), ".txtar"),
		Doc:   strings.TrimSpace(string(a.Comment)),
		Files: map[string]string{},
	}
	for _, f := range a.Files {
		c.Files[f.Name] = string(f.Data)
	}
	c.Expect = c.Files["expect"]
	if c.Trace, err = parseSection(c.Files["trace"]); err == nil {
		err = check(c.Trace)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: trace: %w", path, err)
	}
	return c, nil
}

// parseSection reads lines or the text form of package wire.
func parseSection(s string) (*Trace, error) {
	if !strings.HasPrefix(s, "deadlocklint trace") {
		return Parse(s)
	}
	t, err := wire.ReadText(strings.NewReader(s))
	if err == nil {
		err = t.Damage
	}
	return &Trace{Trace: t, gs: map[string]trace.G{}, objs: map[string]uint64{}}, err
}

// Run runs a subtest for each case the pattern matches, and compares what
// analyse returns with the case's expect section. The flag -update rewrites
// that section.
func Run(t *testing.T, pattern string, analyse func(t *testing.T, c *Case) string) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases match %s (%v)", pattern, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			c, err := Load(path)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimRight(analyse(t, c), "\n") + "\n"
			if want := strings.TrimRight(c.Expect, "\n") + "\n"; got == want {
				return
			}
			if !*update {
				t.Errorf("got:\n%swant:\n%sto accept: go test -run '^%s$' -update", got, c.Expect, t.Name())
			} else if err := rewrite(path, got); err != nil {
				t.Error(err)
			}
		})
	}
}

// rewrite puts expect into the file, at the end when it has none.
func rewrite(path, expect string) error {
	a, err := txtar.ParseFile(path)
	if err != nil {
		return err
	}
	found := false
	for i := range a.Files {
		if a.Files[i].Name == "expect" {
			a.Files[i].Data, found = []byte(expect), true
		}
	}
	if !found {
		a.Files = append(a.Files, txtar.File{Name: "expect", Data: []byte(expect)})
	}
	old, err := os.ReadFile(path)
	if data := txtar.Format(a); err == nil && !bytes.Equal(old, data) {
		err = os.WriteFile(path, data, 0o666)
	}
	return err
}
