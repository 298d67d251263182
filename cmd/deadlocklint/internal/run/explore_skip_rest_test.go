//go:build rest

package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Watchdogs that call Skip.
const skippedTests = `package m

import (
	"sync"
	"testing"
	"time"
)

func watch(t *testing.T, done chan bool) {
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Skip("too slow")
	}
}

// TestRing leaves two goroutines that wait for each other's locks.
func TestRing(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	done := make(chan bool)
	wg.Add(2)
	go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
	go func() { wg.Wait(); close(done) }()
	watch(t, done)
}

// TestReleasedWell skips in each run, and then lets the goroutine go on.
func TestReleasedWell(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	mu.Lock()
	defer mu.Unlock()
	go func() { mu.Lock(); mu.Unlock(); close(done) }()
	watch(t, done)
}

// TestSlowWell skips when the goroutine is late.
func TestSlowWell(t *testing.T) {
	done := make(chan bool)
	go func() { time.Sleep(time.Second); close(done) }()
	watch(t, done)
}
`

// A run that ends in Skip has not gone wrong. Goroutines that it leaves in a ring of locks have.
func TestExploreSkip(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", skippedTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Status))
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Contains(got, "TestRing confirmed") || slices.ContainsFunc(got, func(s string) bool { return !strings.HasPrefix(s, "TestRing ") }) {
		t.Errorf("got %q, want a deadlock of TestRing alone\n%s", got, stderr)
	}
}
