package load

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// TestListsAreKept: options with the same lists are listed once, and those with other patterns, or without lists, anew.
func TestListsAreKept(t *testing.T) {
	dir := fixture.Copy(t, "program")
	opt := Options{Dir: dir, Patterns: []string{"./low"}, Lists: new(Lists)}
	count := func(opt Options) int {
		t.Helper()
		list, err := opt.listed(context.Background())
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return len(list[0].GoFiles)
	}
	if n := count(opt); n != 1 {
		t.Fatalf("package low has %d files, want 1", n)
	}
	if err := os.WriteFile(filepath.Join(dir, "low", "more.go"), []byte("package low\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := count(opt); n != 1 {
		t.Errorf("the list is not kept: %d files", n)
	}
	other := opt
	other.Patterns = []string{"example.com/m/low"}
	if n := count(other); n != 2 {
		t.Errorf("another pattern has the list of the first one: %d files", n)
	}
	opt.Lists = nil
	if n := count(opt); n != 2 {
		t.Errorf("without lists, one is kept: %d files", n)
	}
}
