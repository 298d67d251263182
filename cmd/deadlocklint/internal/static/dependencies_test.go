package static

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// held is a module that holds a lock of another module and calls a function of it, which takes the lock two packages
// further down.
const held = `
-- go.mod --
module example.com/m

go 1.24

require example.com/dep v1.0.0
-- m.go --
package m

import "example.com/dep/box"

func F(b *box.Box) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	b.Get()
}
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.24
example.com/dep/box
example.com/dep/deep
-- vendor/example.com/dep/box/box.go --
package box

import (
	"sync"

	"example.com/dep/deep"
)

type Box struct{ Mu sync.Mutex }

func (b *Box) Get() { deep.Touch(&b.Mu) }
-- vendor/example.com/dep/deep/deep.go --
package deep

import "sync"

func Touch(mu *sync.Mutex) { mu.Lock(); mu.Unlock() }
`

// TestFactsAreKept: a second run analyses no other module, and finds the same. A change in the other module is seen, and so
// is that a file of the cache is damaged.
func TestFactsAreKept(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("DEADLOCKLINT_CACHE", cache)
	dir := moduletest.Module(t, held)
	deep := filepath.Join(dir, "vendor", "example.com", "dep", "deep", "deep.go")
	found := func(step, want string) {
		t.Helper()
		res, err := Options{Dir: dir, Patterns: []string{"./..."}}.Run(context.Background(), os.Stderr)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, f := range res.Findings {
			ids = append(ids, string(f.Check)+" "+f.Pos)
		}
		if got := strings.Join(ids, ", "); got != want {
			t.Errorf("%s: %q, want %q", step, got, want)
		}
	}
	const double = "doublelock m.go:8:7"
	found("first run", double)
	first := written(t, cache)
	if len(first) != 2 {
		t.Errorf("%d files are kept, want one for each package", len(first))
	}
	found("second run", double)
	for name, info := range written(t, cache) {
		if first[name] == nil || !os.SameFile(first[name], info) {
			t.Errorf("second run: %s was written", name)
		}
	}
	moduletest.Write(t, filepath.Dir(deep), "deep.go", "package deep\n\nimport \"sync\"\n\nfunc Touch(*sync.Mutex) {}\n")
	found("the function takes no lock", "")
	for name := range written(t, cache) {
		if err := os.Truncate(filepath.Join(cache, "facts", name), 40); err != nil {
			t.Fatal(err)
		}
	}
	found("damaged files", "")
	if now := written(t, cache); len(now) != 4 {
		t.Errorf("%d files, want those of both versions", len(now))
	}
}

// written are the facts in a cache.
func written(t *testing.T, cache string) map[string]os.FileInfo {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(cache, "facts"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]os.FileInfo{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() != "cleared" {
			files[e.Name()] = info
		}
	}
	return files
}
