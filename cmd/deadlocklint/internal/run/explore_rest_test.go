//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Two modules of one name, such as two checkouts, have findings of one id. Each schedule is of
// its own program.
func TestExploreTwoCheckouts(t *testing.T) {
	t.Parallel()
	var dirs, files, ids [2]string
	for i, more := range []string{"", "wg.Add(1)\n\tgo func() { wg.Done() }()\n\t"} {
		dirs[i] = moduletest.Module(t, "", "m_test.go", strings.Replace(exploredTests, "wg.Add(2)", more+"wg.Add(2)", 1))
		doc, _, stderr := invoke(t, "explore", "-C="+dirs[i], "-json", "-runs=200", "-run=TestCycle", ".")
		if len(doc.Findings) != 1 {
			t.Fatalf("findings %v\n%s", doc.Findings, stderr)
		}
		files[i], ids[i] = strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay "), doc.Findings[0].ID
	}
	if ids[0] != ids[1] {
		t.Errorf("ids %q", ids)
	}
	for i, dir := range dirs {
		again, _, stderr := invoke(t, "replay", "-json", "-C="+dir, files[i])
		if len(again.Findings) != 1 || again.Findings[0].ID != ids[i] {
			t.Errorf("%s: findings %v\n%s", files[i], again.Findings, stderr)
		}
	}
	if err := refused(t, "replay", "-C="+dirs[1], files[0]); !strings.Contains(err, "went another way") {
		t.Error(err)
	}
}

// The keys of tables are the same in each process, whatever other goroutines draw while
// packages are initialised: the paths of the trie in sync.Map depend on them.
func TestExploreDraws(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", `package m

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	table sync.Map
	drawn atomic.Int64
)

func init() {
	go func() {
		for range 1000 {
			drawn.Add(1 + rand.Int64N(9))
		}
	}()
	for drawn.Load() == 0 {
	}
	for i := range 64 {
		table.Store(i, i)
	}
}

func TestFirst(t *testing.T) {
	for i := range 64 {
		table.LoadOrStore(1000+i, i)
	}
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}
`)
	lengths := map[int]bool{}
	for range 5 {
		doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=1", ".")
		if len(doc.Findings) != 1 || doc.Findings[0].Explored == nil {
			t.Fatalf("findings %v\n%s", doc.Findings, stderr)
		}
		lengths[doc.Findings[0].Explored.Length] = true
	}
	if len(lengths) != 1 {
		t.Errorf("the first run has %v steps", lengths)
	}
}
