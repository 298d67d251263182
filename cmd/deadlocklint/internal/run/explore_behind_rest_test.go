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

const wornTests = `package m

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

var mu sync.Mutex

func TestTokens(t *testing.T) {
	pair(func() { take(t, &tokens) }, func() { mu.Lock(); mu.Unlock() })
}

var tokens = 3

func take(t *testing.T, left *int) {
	mu.Lock()
	defer mu.Unlock()
	if *left--; *left < 0 {
		t.Error("no token is left")
	}
}

var many = 40

func TestManyTokens(t *testing.T) {
	pair(func() { take(t, &many) }, func() { mu.Lock(); mu.Unlock() })
}

var results = make(chan int, 3)

func TestResults(t *testing.T) {
	pair(func() { results <- 1 }, func() { mu.Lock(); mu.Unlock() })
}

func TestOrder(t *testing.T) {
	last := 0
	pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
	take(t, &tokens2)
	if last == 1 {
		t.Error("the first one is last")
	}
}

var tokens2 = 3
`

// A test that uses something up fails in the fourth run of a process under each schedule: that is no finding. A
// schedule of it that fails in a first run is one.
func TestExploreWorn(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", wornTests)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "-keep="+t.TempDir(), ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestOrder" || doc.Findings[0].Dynamic.Assumption != "" || status != report.ExitFindings {
		t.Errorf("exit status %d, findings %+v\n%s", status, doc.Findings, stderr)
	}
}
