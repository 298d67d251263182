package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Two circles go through the line of both, of two and of three goroutines.
const circleTests = `package m

import (
	"sync"
	"testing"
)

type node struct{ mu sync.Mutex }

func both(a, b *node) { a.mu.Lock(); b.mu.Lock(); b.mu.Unlock(); a.mu.Unlock() }

func beside(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

func TestTwo(t *testing.T) {
	var a, b node
	beside(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func TestThree(t *testing.T) {
	var a, b, c node
	beside(func() { both(&a, &b) }, func() { both(&b, &c) }, func() { both(&c, &a) })
}

func TestLocals(t *testing.T) {
	var x, y sync.Mutex
	beside(
		func() { x.Lock(); y.Lock(); y.Unlock(); x.Unlock() },
		func() { y.Lock(); x.Lock(); x.Unlock(); y.Unlock() },
	)
}

func TestOneOrder(t *testing.T) {
	var x, y sync.Mutex
	f := func() { x.Lock(); y.Lock(); y.Unlock(); x.Unlock() }
	beside(f, f)
}
`

// A deadlock has one id in explore, test and replay. Two circles through one line have two, and a
// schedule each. The test that takes its locks in one order has none.
func TestExploreNamesAsTest(t *testing.T) {
	t.Parallel()
	dir, keep := moduletest.Module(t, "", "m_test.go", circleTests), t.TempDir()
	found, _, _ := invoke(t, "explore", "-C="+dir, "-json", "-runs=1000", "-keep="+keep, ".")
	tested, _, _ := invoke(t, "test", "-C="+dir, "-json", ".")
	ids := map[string]string{}
	for _, f := range tested.Findings {
		ids[strings.Join(f.Tests, " ")] = f.ID
	}
	seen := map[string]bool{}
	for _, f := range found.Findings {
		name := strings.Join(f.Tests, " ")
		if f.Status != report.StatusConfirmed || seen[f.ID] || ids[name] != f.ID {
			t.Errorf("%s: %s %s, and test says %s", name, f.Status, f.ID, ids[name])
		}
		seen[f.ID] = true
		file := filepath.Join(keep, "explored-"+f.ID+".txt")
		b, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(b), "test \""+name+"\"\n") {
			t.Errorf("%s has another schedule: %v", name, err)
			continue
		}
		again, _, _ := invoke(t, "replay", "-C="+dir, "-json", file)
		if len(again.Findings) != 1 || again.Findings[0].ID != f.ID {
			t.Errorf("%s: the replay has %+v", name, again.Findings)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d deadlocks", len(seen))
	}
}

// The goroutine of TestFirst is left at the receive of relay, where a send is beside it.
const relayTests = `package m

import "testing"

func relay(in, out chan int) { out <- <-in }

func TestFirst(t *testing.T) {
	in, out := make(chan int), make(chan int)
	go relay(in, out)
	go func() { in <- <-out }()
}

func send(to chan int) { to <- 1 }

func TestSend(t *testing.T) {
	c := make(chan int)
	go send(c)
}
`

// A static finding is joined to a goroutine that is left at its own operation, and to none at
// another one in its line.
func TestStaticAtItsOperation(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", relayTests)
	doc, _, _ := invoke(t, "test", "-C="+dir, "-json", ".")
	joined := 0
	for _, f := range doc.Findings {
		if f.Static == nil || !f.IsBlocked() {
			continue
		}
		joined++
		for op, words := range map[string]string{"send": "nobody receives", "recv": "nobody sends"} {
			if strings.Contains(f.Static.Reason, words) && f.Goroutines[0].Steps[len(f.Goroutines[0].Steps)-1].Op != op {
				t.Errorf("%s is joined to %q", f.Message, f.Static.Reason)
			}
		}
	}
	if joined == 0 {
		t.Errorf("nothing is joined: %+v", doc.Findings)
	}
}

const subtestTests = `package m

import (
	"sync"
	"testing"
)

func pair(t *testing.T, begin func(*testing.T)) {
	var a, b sync.Mutex
	t.Run("one", func(t *testing.T) { begin(t); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
	t.Run("two", func(t *testing.T) { begin(t); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() })
}

func TestBehind(t *testing.T) { pair(t, func(*testing.T) {}) }
func TestBeside(t *testing.T) { pair(t, (*testing.T).Parallel) }
`

// Locks of subtests that come one after the other are no candidate of test, as they are no finding
// of explore. Those of parallel ones deadlock.
func TestSubtestsBehind(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", subtestTests)
	doc, _, _ := invoke(t, "test", "-C="+dir, "-json", "-static=false", "-condvar=false", ".")
	confirmed := 0
	for _, f := range doc.Findings {
		if f.IsCandidate() {
			t.Errorf("a candidate: %+v", f)
		}
		if f.Status == report.StatusConfirmed {
			confirmed++
		}
	}
	if confirmed != 1 {
		t.Errorf("%d deadlocks: %+v", confirmed, doc.Findings)
	}
}

const selectTests = `package m

import (
	"sync"
	"testing"
)

type pipe struct{ x, y, z chan int }

func TestSelect(t *testing.T) {
	x, y, z := &pipe{x: make(chan int)}, &pipe{y: make(chan int)}, &pipe{z: make(chan int)}
	var mu sync.Mutex
	go func() { mu.Lock(); mu.Unlock() }()
	select {
	case <-x.x:
	case y.y <- 1:
	case <-z.z:
	}
}

func TestAnswered(t *testing.T) {
	a, b := make(chan int, 1), make(chan int)
	go func() { a <- 1 }()
	select {
	case <-a:
	case <-b:
	}
}
`

// A select without an answer is one finding, with one id in explore and in test.
func TestSelectIsOneFinding(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", selectTests)
	found, _, _ := invoke(t, "explore", "-C="+dir, "-json", "-runs=300", ".")
	tested, _, _ := invoke(t, "test", "-C="+dir, "-json", ".")
	if len(found.Findings) != 1 || len(tested.Findings) != 1 || found.Findings[0].ID != tested.Findings[0].ID {
		t.Errorf("explore has %+v\ntest has %+v", found.Findings, tested.Findings)
	}
}

const argTests = `package m

import (
	"flag"
	"sync"
	"testing"
)

func TestDeep(t *testing.T) {
	if flag.Arg(0) != "deep" {
		return
	}
	var x, y sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); x.Lock(); y.Lock(); y.Unlock(); x.Unlock() }()
	go func() { defer wg.Done(); y.Lock(); x.Lock(); x.Unlock(); y.Unlock() }()
	wg.Wait()
}
`

// A replay has the arguments of the test that follow -args. With -no-input none are kept.
func TestExploreKeepsArguments(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", argTests)
	for _, flag := range []string{"", "-no-input"} {
		keep := t.TempDir()
		args := []string{"explore", "-C=" + dir, "-json", "-runs=300", "-keep=" + keep, flag, ".", "-args", "deep"}
		doc, _, _ := invoke(t, slices.DeleteFunc(args, func(s string) bool { return s == "" })...)
		if len(doc.Findings) != 1 {
			t.Fatalf("%q: %+v", flag, doc.Findings)
		}
		file := filepath.Join(keep, "explored-"+doc.Findings[0].ID+".txt")
		b, err := os.ReadFile(file)
		if kept := strings.Contains(string(b), "arg \"deep\"\n"); err != nil || kept != (flag == "") {
			t.Errorf("%q: %v\n%s", flag, err, b)
		}
		if flag != "" {
			continue
		}
		again, _, _ := invoke(t, "replay", "-C="+dir, "-json", file)
		if len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID {
			t.Errorf("the replay has %+v", again.Findings)
		}
	}
}

const bubbleTests = `package m

import (
	"testing"
	"testing/synctest"
)

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() {}()
		synctest.Wait()
	})
}

func TestPlain(t *testing.T) {
	done := make(chan bool)
	go func() { close(done) }()
	<-done
}
`

// A line says that goroutines in a bubble are not explored. Another test has none.
func TestExploreBubble(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", bubbleTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=100", ".")
	if len(doc.Stats.Limits) != 1 || !strings.Contains(doc.Stats.Limits[0], "TestBubble: its goroutines in a bubble of testing/synctest") {
		t.Errorf("%q", doc.Stats.Limits)
	}
	lines := explored(stderr)
	if !strings.Contains(lines["TestBubble"], "bubble") || strings.Contains(lines["TestPlain"], "bubble") {
		t.Errorf("%q", lines)
	}
}
