package dispatch

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// loggedGo is a GOROOT like the one of this test, and a file to which its go command adds the
// arguments of each process. The instrumented GOROOT that is made of it has the same go command.
func loggedGo(t *testing.T) (root, log string) {
	t.Helper()
	root, log = t.TempDir(), filepath.Join(t.TempDir(), "log")
	own := goenv.Read(t.Context(), ".").GOROOT
	entries, err := os.ReadDir(own)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "bin" {
			continue
		}
		if err := os.Symlink(filepath.Join(own, e.Name()), filepath.Join(root, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	moduletest.Write(t, root, "bin/go", "#!/bin/sh\necho \"$*\" >>'"+log+"'\nexec '"+filepath.Join(own, "bin", "go")+"' \"$@\"\n")
	if err := os.Chmod(filepath.Join(root, "bin", "go"), 0o700); err != nil {
		t.Fatal(err)
	}
	return root, log
}

// kind is what a process of the go command does.
func kind(args string) string {
	verb, _, _ := strings.Cut(args, " ")
	if verb == "list" && strings.Contains(args, " -export=true ") {
		return "list -export"
	}
	return verb
}

// TestProcesses: a session asks the go command once for its variables and at most once for the packages. The check
// that explore runs for its finding has the same list.
func TestProcesses(t *testing.T) {
	root, log := loggedGo(t)
	t.Setenv("GOROOT", root)
	t.Setenv("PATH", filepath.Join(root, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	dir := moduletest.Copy(t, "countedprogram")
	for _, c := range []struct {
		args string
		want []string
	}{
		{"test -C=DIR", []string{"env", "list -export", "test"}},
		{"run -C=DIR .", []string{"env", "list -export", "build"}},
		{"explore -C=DIR -runs=1000", []string{"env", "test", "list -export"}},
		{"races -C=DIR", []string{"env", "test"}},
		{"typestate check -C=DIR -all", []string{"env", "list -export", "test"}},
		{"check -C=DIR", []string{"env", "list -export"}},
	} {
		if err := os.WriteFile(log, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		err := Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, strings.Fields(strings.ReplaceAll(c.args, "DIR", dir)))
		if err != nil && !command.Silent(err) {
			t.Fatalf("%s: %v\n%s", c.args, err, &errs)
		}
		b, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(string(b)) {
			got = append(got, kind(line))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s starts %q, want %q\n%s%s", c.args, got, c.want, b, &errs)
		}
	}
}
