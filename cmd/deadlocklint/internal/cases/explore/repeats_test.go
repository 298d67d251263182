package explore_test

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Two modules of one name, such as two checkouts, have findings of one id. Each schedule is of
// its own program.
func TestExploreTwoCheckouts(t *testing.T) {
	t.Parallel()
	var dirs, files, ids [2]string
	for i, more := range []string{"", "wg.Add(1)\n\tgo func() { wg.Done() }()\n\t"} {
		dirs[i] = moduletest.Module(t, "", "m_test.go", strings.Replace(moduletest.Text(t, "explored/m_test.go"), "wg.Add(2)", more+"wg.Add(2)", 1))
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dirs[i], "-json", "-runs=200", "-run=TestCycle", ".")
		if len(doc.Findings) != 1 {
			t.Fatalf("findings %v\n%s", doc.Findings, stderr)
		}
		files[i], ids[i] = strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay "), doc.Findings[0].ID
	}
	if ids[0] != ids[1] {
		t.Errorf("ids %q", ids)
	}
	for i, dir := range dirs {
		again, _, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, files[i])
		if len(again.Findings) != 1 || again.Findings[0].ID != ids[i] {
			t.Errorf("%s: findings %v\n%s", files[i], again.Findings, stderr)
		}
	}
	if err := runtest.NotFollowed(t, "replay", "-C="+dirs[1], files[0]); !strings.Contains(err, "went another way") {
		t.Error(err)
	}
}

// The keys of tables are the same in each process, whatever other goroutines draw while
// packages are initialised: the paths of the trie in sync.Map depend on them.
func TestExploreDraws(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "exploredraws")
	lengths := map[int]bool{}
	for range 5 {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=1", ".")
		if len(doc.Findings) != 1 || doc.Findings[0].Explored == nil {
			t.Fatalf("findings %v\n%s", doc.Findings, stderr)
		}
		lengths[doc.Findings[0].Explored.Length] = true
	}
	if len(lengths) != 1 {
		t.Errorf("the first run has %v steps", lengths)
	}
}

// An update that is lost needs a switch between two accesses of plain memory, which are
// points with -memory only.
func TestExploreMemory(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "lost")
	for _, c := range []struct {
		flag     string
		findings int
		status   int
	}{{"-memory=false", 0, report.ExitClean}, {"-memory", 1, report.ExitFindings}} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, c.flag, "-json", "-runs=100", ".")
		if len(doc.Findings) != c.findings || status != c.status {
			t.Errorf("%s: exit status %d, findings %v\n%s", c.flag, status, doc.Findings, stderr)
		}
		for _, f := range doc.Findings {
			if !sharesMemory(f.Explored) {
				t.Errorf("no memory that two goroutines read and write: %v", f.Explored)
			}
		}
	}
}

// A server that the first run starts for all takes part in later ones, too;
// a goroutine of init answers in its own time; parallel subtests run side by side.
func TestExploreOutsideLazily(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "outsidelazily")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=pos", "-runs=100", "-run=Parallel", ".")
	found := false
	for _, f := range doc.Findings {
		found = found || f.Status == report.StatusConfirmed && strings.HasPrefix(f.Tests[0], "TestParallel/")
	}
	if !found {
		t.Errorf("no deadlock of parallel subtests: %v\n%s", doc.Findings, stderr)
	}
	doc, _, stderr = runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=6", "-run=Well", ".")
	for _, f := range doc.Findings {
		if f.Status == report.StatusConfirmed {
			t.Errorf("%s: %s", f.Tests, f.Message)
		}
	}
	if strings.Contains(runtest.Lines(stderr)["TestLazyWell"], "in a process of its own") {
		t.Error(stderr)
	}
}

// A schedule says where a program that has changed went another way.
func TestExploreOtherProgram(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "explored")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=200", "-run=TestCycle", ".")
	if len(doc.Findings) != 1 {
		t.Fatalf("findings %v\n%s", doc.Findings, stderr)
	}
	file := strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay ")
	changed := strings.Replace(moduletest.Text(t, "explored/m_test.go"), "first.Lock()\n", "new(sync.Mutex).Lock()\n\tfirst.Lock()\n", 1)
	if err := os.WriteFile(dir+"/m_test.go", []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := runtest.NotFollowed(t, "replay", "-C="+dir, file); !strings.Contains(err, "went another way") || !strings.Contains(err, "goroutine") {
		t.Error(err)
	}
}

// The same seed makes the same runs.
func TestExploreRepeats(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	var files [2]string
	for i := range files {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=200", "-x=strategy=random", "-seed=7", "-run=TestCycle", ".")
		if len(doc.Findings) != 1 {
			t.Fatalf("findings %v\n%s", doc.Findings, stderr)
		}
		b, err := os.ReadFile(strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay "))
		if err != nil {
			t.Fatal(err)
		}
		files[i] = string(b)
	}
	if files[0] != files[1] {
		t.Errorf("one schedule\n%s\nand another\n%s", files[0], files[1])
	}
}
