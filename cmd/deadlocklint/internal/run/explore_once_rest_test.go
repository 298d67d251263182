//go:build rest

package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Tests that go well once in a process: a second run of each fails, or ends the process.
const onceTests = `package m

import (
	"net/http"
	"sync"
	"testing"
)

var (
	done = make(chan int)
	over = make(chan int)
	n    int
	mu   sync.Mutex
	a, b sync.Mutex
)

// TestRegister has a second run that panics in its own goroutine.
func TestRegister(t *testing.T) {
	http.HandleFunc("/once", func(http.ResponseWriter, *http.Request) {})
}

// TestClose has a second run that panics in another goroutine.
func TestClose(t *testing.T) {
	go func() { close(done) }()
	<-done
}

// TestCount has a second run that fails.
func TestCount(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
	}
	wg.Wait()
	if n != 2 {
		t.Fatal(n)
	}
}

// TestLocks has a deadlock in the first run.
func TestLocks(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
	wg.Go(func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() })
	wg.Wait()
	close(over)
}

// TestFails fails each time.
func TestFails(t *testing.T) {
	t.Fatal("no")
}
`

// A test that goes well once in a process is explored with a process for each run, and does
// not count as one that fails.
func TestExploreOnce(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", onceTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=60", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check)+" "+string(f.Status))
	}
	slices.Sort(got)
	if want := []string{"TestLocks lockorder confirmed"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	for line := range strings.Lines(stderr) {
		if fails := strings.Contains(line, "fails under the base schedule"); strings.HasPrefix(line, "explored ") && fails != strings.Contains(line, " TestFails: ") {
			t.Error(line)
		}
		if strings.Contains(line, "did not happen again") {
			t.Error(line)
		}
	}
}
