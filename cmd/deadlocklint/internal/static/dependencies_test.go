package static

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestFactsAreKept has a module that holds a lock of another module and calls a function of it, which takes the lock two packages
// further down. A second run analyses no other module, and finds the same. A change in the other module is seen, and so
// is that a file of the cache is damaged.
func TestFactsAreKept(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("DEADLOCKLINT_CACHE", cache)
	dir := moduletest.Copy(t, "held")
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

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { moduletest.Vet(t) }
