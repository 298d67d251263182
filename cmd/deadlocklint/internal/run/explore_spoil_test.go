//go:build rest

package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// A run that ends in a deadlock leaves the locks of the package held. A run that is cut off by
// its limit may leave any.
const spoiledTests = `package m

import (
	"sync"
	"testing"
)

var a, b, c sync.Mutex

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func run(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Add(1)
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

// TestTwice has a deadlock under some schedules, and fails under others.
func TestTwice(t *testing.T) {
	last := 0
	run(func() { both(&a, &b); last = 1 }, func() { both(&b, &a); last = 2 })
	if last == 1 {
		t.Error("the first one was last")
	}
}

// TestLongWell sends more messages than a run has steps, under a lock of the package.
func TestLongWell(t *testing.T) {
	messages := make(chan int)
	for range 4 {
		go func() {
			for i := range 25000 {
				c.Lock()
				c.Unlock()
				messages <- i
			}
		}()
	}
	for range 100000 {
		<-messages
	}
}

// TestLongHelperWell is cut off in functions of package testing that hold its locks.
func TestLongHelperWell(t *testing.T) {
	make(chan int, 1) <- 0 // an odd number of steps, so that a lock is held at the limit
	run(func() {
		for range 100000 {
			t.Helper()
		}
	}, func() {
		for range 100000 {
			t.Helper()
		}
	})
}
`

// What a run leaves behind is not taken for what the runs behind it do.
func TestExploreSpoiled(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", spoiledTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=40", "-x=strategy=random", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
	}
	slices.Sort(got)
	if want := []string{"TestTwice lockorder", "TestTwice schedule"}; !slices.Equal(got, want) || strings.Contains(stderr, "did not happen again") {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	if doc.Stats.Incomplete {
		t.Errorf("not complete: %q", doc.Stats.Damaged)
	}
	if n := classes(doc)["TestTwice"]; n < 9 {
		t.Errorf("%d classes of runs of TestTwice", n) // behind the first deadlock all are one
	}
	for _, line := range strings.Split(stderr, "\n") {
		if strings.Contains(line, " TestLong") && (!strings.HasSuffix(line, "ends: step limit") || strings.Contains(line, "deadlock")) {
			t.Error(line)
		}
	}
}
