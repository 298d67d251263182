package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// The line is about the package that has told last, and what is no progress is left out.
func TestProgress(t *testing.T) {
	se := &Session{Dir: t.TempDir()}
	if got := se.progress(); got != "" {
		t.Errorf("before the first package: %q", got)
	}
	now := time.Now()
	for i, g := range []explorer.Progress{
		{Test: "TestA", Runs: 10, Ends: 1},
		{Test: "TestB", Runs: 300, Ends: 2, Took: 2 * time.Second, Mean: 4300},
		{},
	} {
		work := filepath.Join(se.Dir, "explored."+string(rune('a'+i)))
		if err := os.MkdirAll(work, 0o700); err != nil {
			t.Fatal(err)
		}
		tellProgress(work, g)
		name := filepath.Join(work, progressFile)
		if g.Test == "" {
			if err := os.WriteFile(name, []byte("{"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(name, now, now.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := se.progress(), "TestB: 300 schedules, 150/s, 2 ends, left about 4e+03"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
