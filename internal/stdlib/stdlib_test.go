package stdlib

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "add the packages of the toolchain to the list")

// TestFresh: the list has each package of the toolchain, for whichever system it is.
func TestFresh(t *testing.T) {
	listed := strings.Fields(packages)
	if !slices.IsSorted(listed) || len(slices.Compact(slices.Clone(listed))) != len(listed) {
		t.Error("packages.txt is not sorted, or has a package twice")
	}
	want := slices.Concat(listed, inToolchain(t))
	slices.Sort(want)
	want = slices.Compact(want)
	if *update {
		if err := os.WriteFile("packages.txt", []byte(strings.Join(want, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, path := range want {
		if !Is(path) {
			t.Errorf("%s is not listed; run go test ./internal/stdlib -update with this toolchain", path)
		}
	}
}

// inToolchain returns the packages below GOROOT/src, without the commands and what tests need.
func inToolchain(t *testing.T) (paths []string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(strings.TrimSpace(string(out)), "src")
	err = filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, name)
		if d.IsDir() && (d.Name() == "testdata" || rel == "cmd" || rel == "builtin") {
			return fs.SkipDir
		}
		if !d.IsDir() && filepath.Dir(rel) != "." && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			paths = append(paths, filepath.ToSlash(filepath.Dir(rel)))
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatal(len(paths), err)
	}
	return paths
}

// TestIs: names without a dot are not enough.
func TestIs(t *testing.T) {
	for path, want := range map[string]bool{
		"sync": true, "net/http": true, "internal/abi": true, "vendor/golang.org/x/net/http2/hpack": true, "testing/synctest": true,
		"foo": false, "foo/bar": false, "net/foo": false, "cmd/go": false, "main": false, "command-line-arguments": false,
		"internal/bank": false, "example.com/sync": false, "": false,
	} {
		if Is(path) != want {
			t.Errorf("Is(%q) is %t", path, !want)
		}
	}
}

// TestHas: functions, types and classes are those of their package.
func TestHas(t *testing.T) {
	for name, want := range map[string]bool{
		"sync.(*Mutex).Lock": true, "net/http.(*Server).Serve.func1": true, "(*net/http.Server).Serve": true, "io.PipeReader": true,
		"sync/atomic.(*Pointer[go.shape.struct { foo/bar.x int }]).Load": true, "foo.F": false, "foo/io.F": false, "example.com/sync.F": false,
		"foo.(*T[net/http.Server]).F": false, "sync": false, "": false,
	} {
		if Has(name) != want {
			t.Errorf("Has(%q) is %t, package %q", name, !want, Package(name))
		}
	}
}
