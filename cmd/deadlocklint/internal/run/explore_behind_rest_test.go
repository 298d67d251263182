//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Runs of TestWarm and TestFails are bad only behind another one, and have the same steps. First
// runs of TestOnce have more steps than others, and can deadlock as they can. TestCold is bad in no
// first run, and in no other one.
const behindTests = `package m

import (
	"sync"
	"testing"
)

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func both(a, b *sync.Mutex) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

var warm, failing bool

func TestWarm(t *testing.T) {
	var a, b sync.Mutex
	first, second := &a, &b
	if warm {
		first, second = second, first
	}
	warm = true
	pair(func() { both(&a, &b) }, func() { both(first, second) })
}

func TestFails(t *testing.T) {
	last, fails := 0, failing
	failing = true
	var mu sync.Mutex
	pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
	if last == 1 && fails {
		t.Error("the first one is last")
	}
}

var once sync.Once
var started sync.Mutex

func TestOnce(t *testing.T) {
	var a, b sync.Mutex
	once.Do(func() { go func() { started.Lock(); started.Unlock() }() })
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

var n int

func TestCold(t *testing.T) {
	var a, b sync.Mutex
	n++
	pair(func() { both(&a, &b) }, func() { both(&a, &b) })
}
`

// A finding that needs an earlier run of the test in the process says so, and so does its schedule.
func TestExploreBehind(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", behindTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=200", "-keep="+t.TempDir(), ".")
	const words = "the test has run before in the process"
	for _, f := range doc.Findings {
		behind := strings.Contains(f.Dynamic.Assumption, words)
		if name := f.Tests[0]; f.Status != report.StatusConfirmed || name == "TestCold" || behind != (name != "TestOnce") {
			t.Errorf("%s: %s, assumes %q", name, f.Status, f.Dynamic.Assumption)
		}
		if f.Tests[0] == "TestWarm" {
			again, _, _ := invoke(t, "replay", "-C="+dir, "-json", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if len(again.Findings) != 1 || !strings.Contains(again.Findings[0].Dynamic.Assumption, words) {
				t.Errorf("a replay: %+v", again.Findings)
			}
		}
	}
	if len(doc.Findings) != 3 {
		t.Errorf("%d findings\n%s", len(doc.Findings), stderr)
	}
}
