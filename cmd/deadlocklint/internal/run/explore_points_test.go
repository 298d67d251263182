package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExplorePoints: a strategy has choices where two goroutines could go on. A test of one
// goroutine has points and no choice.
func TestExplorePoints(t *testing.T) {
	dir := moduletest.Module(t, "example.com/m", "m_test.go", `package m

import (
	"sync"
	"testing"
)

func TestAlone(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
}

func TestBoth(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			mu.Unlock()
		}()
	}
	wg.Wait()
	mu.Lock()
	mu.Unlock()
}
`)
	doc, status, stderr := invoke(t, "explore", "-C", dir, "-json", "-runs", "200", "-keep", t.TempDir(), ".")
	if status != report.ExitClean || len(doc.Stats.Coverage) != 2 {
		t.Fatalf("exit status %d, %v\n%s", status, doc.Stats.Coverage, stderr)
	}
	for _, c := range doc.Stats.Coverage {
		choices := c.Test == "TestBoth"
		if c.Seen < 2 || c.Chosen > c.Seen || (c.Chosen > 0) != choices || choices && c.Chosen == c.Seen { // nobody is left for the last two
			t.Errorf("%s: choices at %d of %d points", c.Test, c.Chosen, c.Seen)
		}
	}
	if !strings.Contains(stderr, "; choices at 0 of ") {
		t.Errorf("stderr:\n%s", stderr)
	}
}
