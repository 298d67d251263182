package run_test

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
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
	type selection struct {
		flag     string
		findings int
	}
	for _, c := range matrix.Every(4, []selection{
		{"-run=TestTop/deep/crossed|TestOther", 1},
		{"-run=TestTop/ordered", 0},
		{"-run=TestTop/crossed", 1},
		{"-run=TestTop/deep/other", 0},
		{"-skip=TestTop/(crossed|deep)", 0},
	}) {
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
