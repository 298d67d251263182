package run_test

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Two subtests can deadlock, and one cannot.
const subtests = `package m

import (
	"sync"
	"testing"
)

func both(a, b *sync.Mutex) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func crossed(t *testing.T) {
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func ordered(t *testing.T) {
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&a, &b) })
}

func TestTop(t *testing.T) {
	t.Run("crossed", crossed)
	t.Run("ordered", ordered)
	t.Run("deep", func(t *testing.T) { t.Run("crossed", crossed) })
}
`

// A pattern that names subtests leaves the others of their test out of all its schedules, and
// of the repetition of an ending.
func TestExploreSubtests(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", subtests)
	for _, c := range []struct {
		flag     string
		findings int
	}{
		{"-run=TestTop/ordered", 0},
		{"-run=TestTop/crossed", 1},
		{"-run=TestTop/deep/crossed|TestOther", 1},
		{"-run=TestTop/deep/other", 0},
		{"-skip=TestTop/(crossed|deep)", 0},
	} {
		doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-keep="+t.TempDir(), c.flag, ".")
		if len(doc.Findings) != c.findings || !strings.Contains(stderr, "TestTop: ") {
			t.Fatalf("%s: findings %+v\n%s", c.flag, doc.Findings, stderr)
		}
		if c.findings == 0 {
			continue
		}
		file := strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay ")
		if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), "arg \"-test.run=") {
			t.Errorf("%s: the schedule does not name the subtest: %v\n%s", c.flag, err, b)
		}
		again, status, stderr := invoke(t, "replay", "-C="+dir, "-json", file)
		if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID {
			t.Errorf("%s: exit status %d, findings %+v\n%s", c.flag, status, again.Findings, stderr)
		}
	}
}

// deadlocklint test explores what it records.
func TestExploreSubtestsOfTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", subtests)
	doc, _, stderr := invoke(t, "test", "-C="+dir, "-json", "-static=false", "-tries=1", "-run=TestTop/ordered", ".")
	if len(doc.Findings) > 0 {
		t.Errorf("findings %+v\n%s", doc.Findings, stderr)
	}
}

// Only those calls of Explore are explored that the command line selects.
func TestExploreSelectedCalls(t *testing.T) {
	t.Parallel()
	dir := calling(t, `
func TestCalls(t *testing.T) {
	t.Run("one", func(t *testing.T) { deadlocktest.Explore(t, crossed) })
	t.Run("two", func(t *testing.T) { deadlocktest.Explore(t, ordered) })
	deadlocktest.Explore(t, ordered)
}`)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=30", "-run=TestCalls/two", ".")
	lines := explored(stderr)
	if len(doc.Findings) > 0 || len(lines) != 1 || lines["TestCalls/two/explore"] == "" {
		t.Errorf("findings %+v\n%s", doc.Findings, stderr)
	}
}

// Subtests that run beside each other under a schedule are not said never to have run together,
// though the base schedule runs one behind the other. Where one always does, they are.
func TestExploreSubtestsBeside(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", `package m

import (
	"sync"
	"testing"
)

func both(a, b *sync.Mutex) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func TestBeside(t *testing.T) {
	var a, b sync.Mutex
	t.Run("one", func(t *testing.T) { t.Parallel(); both(&a, &b) })
	t.Run("other", func(t *testing.T) { t.Parallel(); both(&b, &a) })
}

func TestBehind(t *testing.T) {
	var a, b sync.Mutex
	t.Run("one", func(t *testing.T) { both(&a, &b) })
	t.Run("other", func(t *testing.T) { both(&b, &a) })
}
`)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=100", "-keep="+t.TempDir(), ".")
	for _, f := range doc.Findings {
		apart, beside := strings.Contains(f.Message, "never ran together"), strings.HasPrefix(f.Tests[0], "TestBeside")
		if apart == beside || (f.Status == report.StatusConfirmed) != beside || (f.Check == "cross-test") != apart {
			t.Errorf("%v: %s %s: %s", f.Tests, f.Status, f.Check, f.Message)
		}
	}
	if len(doc.Findings) != 2 {
		t.Errorf("%d findings\n%s", len(doc.Findings), stderr)
	}
}
