package record

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// A test binary of a package main has the path of the program in its build information.
func TestTestOfMain(t *testing.T) {
	dir := fixture.Source(t, "main")
	kinds := [][]string{{"build"}, {"test", "-c"}, {"test", "-c", "-ldflags=-s -w"}, {"test", "-c", "-ldflags=-s -w", "-trimpath"}}
	// With -trimpath the standard library is compiled once more, which takes 20 CPU seconds.
	trimmed := func(args []string) bool { return slices.Contains(args, "-trimpath") }
	for i, args := range kinds {
		if trimmed(args) && !matrix.Rest {
			continue
		}
		name := fmt.Sprint("binary", i)
		binary := filepath.Join(t.TempDir(), name)
		cmd := exec.Command("go", append(args, "-o", binary, ".")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
		tg, err := NewTarget(t.TempDir(), binary, nil, dir)
		if err != nil {
			t.Fatal(err)
		}
		if tg.Package != "example.com/m" || tg.Test != (args[0] == "test") {
			t.Errorf("%v: package %s, test %t", args, tg.Package, tg.Test)
		}
	}
}

func TestContains(t *testing.T) {
	want := []byte("needle")
	for _, at := range []int{0, 1, 1<<20 - 6, 1<<20 - 3, 1 << 20, 2<<20 - 8, 2<<20 - 3} {
		text := bytes.Repeat([]byte("n"), 2<<20+rand.IntN(100)+6)
		if found, err := contains(bytes.NewReader(text), want); found || err != nil {
			t.Errorf("found where it is not, %v", err)
		}
		copy(text[at:], want)
		if found, err := contains(bytes.NewReader(text), want); !found || err != nil {
			t.Errorf("not found at %d, %v", at, err)
		}
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
