//go:build rest

package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An ending that only the runs before it have brought about is none: the test is explored
// again, with a process for each run.
func TestExploreProcess(t *testing.T) {
	t.Parallel()
	if !hasSignals {
		t.Skip("the test program sends itself a signal")
	}
	dir := moduletest.Source(t, "process")
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=40", "-x=strategy=random", ".")
	failing := slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return !f.Note })
	if status != report.ExitClean || failing || doc.Stats.Incomplete || strings.Contains(stderr, "deadlock") {
		t.Errorf("exit status %d, incomplete %q, findings %v\n%s", status, doc.Stats.Damaged, doc.Findings, stderr)
	}
	if !strings.Contains(stderr, "TestLicenceWell: 40 schedules in") || !strings.Contains(stderr, "what a run leaves may change the next one") {
		t.Error(stderr)
	}
}

// Goroutines that no strategy chooses share the locks of a test: a finalizer, and those of a
// bubble. All schedules are not visited, and nobody says so.
func TestExploreBeside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "go.mod", "module example.com/m\n\ngo 1.25\n", "m_test.go", `package m

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a, b sync.Mutex
		var wg sync.WaitGroup
		wg.Add(2)
		go func() { defer wg.Done(); both(&a, &b) }()
		go func() { defer wg.Done(); both(&b, &a) }()
		wg.Wait()
	})
}

func TestFinalizer(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	func() {
		p := new([64]byte)
		runtime.SetFinalizer(p, func(*[64]byte) { both(&b, &a); close(done) })
	}()
	runtime.GC()
	both(&a, &b)
	<-done
}

func TestAllWell(t *testing.T) {
	done := make(chan bool)
	go close(done)
	<-done
}
`)
	_, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=300", "-x=strategy=icb", ".")
	for _, line := range strings.Split(stderr, "\n") {
		if strings.Contains(line, "all schedules") != strings.Contains(line, " TestAllWell: ") && strings.Contains(line, "explored ") {
			t.Error(line)
		}
	}
	if !strings.Contains(stderr, " TestAllWell: ") || !strings.Contains(stderr, " TestFinalizer: ") {
		t.Error(stderr)
	}
}
