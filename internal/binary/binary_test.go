package binary

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A program is the one of testdata/classes.txtar, built.
type program struct {
	*File
	exe   string
	main  string   // its main.go
	lines []string // of main.go
}

func compile(t *testing.T, flags ...string) *program {
	t.Helper()
	a, err := txtar.ParseFile("testdata/classes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p := &program{exe: filepath.Join(dir, "prog"), main: filepath.Join(dir, "main.go")}
	cmd := exec.Command("go", append(append([]string{"build", "-o", p.exe}, flags...), ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	if p.File, err = Open(p.exe); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(p.main)
	if err != nil {
		t.Fatal(err)
	}
	p.lines = strings.Split(string(text), "\n")
	return p
}

func TestOutermostFunction(t *testing.T) {
	p := compile(t)
	for fn, want := range map[string]string{
		"main.locals":                 "main.locals",
		"main.locals.func1.1":         "main.locals",
		"main.locals.gowrap1":         "main.locals",
		"main.main.locals.func2":      "main.locals",
		"main.(*server).method.func1": "main.server.method",
		"main.init.0":                 "main.init",
		"main.glob..func1":            "main.init",
		"main.main-range1.func1":      "main.main",
		"main.(*server).method-fm":    "main.server.method",
	} {
		if got := p.outermost("main", fn); got != want {
			t.Errorf("%s: got %s, want %s", fn, got, want)
		}
	}
}

func TestNotAnExecutable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "neither ELF nor Mach-O") {
		t.Errorf("error %v", err)
	}
	if _, err := Open(path + "y"); err == nil {
		t.Error("no error for a missing file")
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"example.com/yaml%2ev3.T":            "example.com/yaml.v3.T",
		"p.G[go.shape.int,map[string]p.T].M": "p.G.M",
		"p.(*G[...]).M":                      "p.(*G).M",
		"p.T·1":                              "p.T",
		"p.100%":                             "p.100%",
	} {
		if got := typeName(in); got != want {
			t.Errorf("typeName(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"main.f": "main", "example.com/a.b/p.(*T).M": "example.com/a.b/p", "gopkg.in/yaml%2ev3.F.func1": "gopkg.in/yaml.v3",
		"p.G[example.com/q.T].M": "p",
	} {
		if got := pkgOf(in); got != want {
			t.Errorf("pkgOf(%q) = %q, want %q", in, got, want)
		}
	}
}
