package run_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Each test goes wrong under the base schedule and passes natively, where the goroutine started
// last runs first behind a wait. Its twin, whose name ends in Well, passes under every schedule.
const wrongAtBase = `package m

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

type client struct {
	mu sync.Mutex
	id *int
}

func (c *client) dial() {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := 7
	c.id = &id
}

func (c *client) use() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.id != nil
}

func TestDial(t *testing.T) {
	c := &client{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); if !c.use() { t.Error("used before dial") } }()
	go func() { defer wg.Done(); c.dial() }()
	wg.Wait()
}

func TestDialWell(t *testing.T) {
	c, dialed := &client{}, make(chan bool)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); <-dialed; if !c.use() { t.Error("used before dial") } }()
	go func() { defer wg.Done(); c.dial(); close(dialed) }()
	wg.Wait()
}

func TestTable(t *testing.T) {
	var table atomic.Pointer[map[string]int]
	out := make(chan int)
	go func() { out <- (*table.Load())["a"] }()
	go func() { table.Store(&map[string]int{"a": 1}); out <- 0 }()
	<-out
	<-out
}

func TestTableWell(t *testing.T) {
	var table atomic.Pointer[map[string]int]
	table.Store(&map[string]int{})
	out := make(chan int)
	go func() { out <- (*table.Load())["a"] }()
	go func() { table.Store(&map[string]int{"a": 1}); out <- 0 }()
	<-out
	<-out
}

func leaves(t *testing.T, ready bool) {
	var set atomic.Bool
	set.Store(ready)
	end := make(chan bool, 2)
	go func() {
		if !set.Load() {
			os.Exit(9)
		}
		end <- true
	}()
	go func() { set.Store(true); end <- true }()
	<-end
	<-end
}

func TestLeaves(t *testing.T)     { leaves(t, false) }
func TestLeavesWell(t *testing.T) { leaves(t, true) }

func queue(t *testing.T, keep bool) {
	first := make(chan int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); first <- i }()
	}
	wg.Wait()
	if !keep && <-first == 0 {
		t.Fatal("the older one was first")
	}
}

func TestQueue(t *testing.T)     { queue(t, false) }
func TestQueueWell(t *testing.T) { queue(t, true) }

func TestBroken(t *testing.T) {
	done := make(chan bool)
	go close(done)
	<-done
	t.Error("in any case")
}
`

func TestExploreWrongAtBase(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", wrongAtBase)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-skip=TestBroken", ".")
	found := map[string]report.Finding{}
	for _, f := range doc.Findings {
		found[f.Tests[0]] = f
	}
	if status != report.ExitFindings || len(doc.Findings) != 4 {
		t.Errorf("exit status %d, %d findings\n%s", status, len(doc.Findings), stderr)
	}
	for test, says := range map[string]string{
		"TestDial": " fails under", "TestTable": "nil pointer dereference", "TestLeaves": "exit status 9", "TestQueue": " fails under",
	} {
		f, ok := found[test]
		switch {
		case !ok:
			t.Errorf("%s is not found\n%s", test, stderr)
			continue
		case f.Status != report.StatusConfirmed || !strings.Contains(f.Message, says) || !strings.Contains(f.Message, "passes natively: the goroutine started last runs first there"):
			t.Errorf("%s: %s: %s", test, f.Status, f.Message)
		case test != "TestLeaves" && f.Output == "" && f.Dump == "":
			t.Errorf("%s has no output", test)
		}
		replaysAgain(t, dir, f)
	}
}

// A test that fails natively as well fails by itself.
func TestExploreBrokenTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", wrongAtBase)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-run=TestBroken", ".")
	if status != report.ExitFailed || len(doc.Findings) != 0 || !strings.Contains(stderr, "fails under the base schedule, and natively, too") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}

// replaysAgain makes the schedule of a finding happen again.
func replaysAgain(t *testing.T, dir string, f report.Finding) {
	t.Helper()
	file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay ")
	if !ok {
		t.Errorf("%s has no schedule", f.Message)
		return
	}
	var errs bytes.Buffer
	err := call(&errs, &errs, "replay", "-C="+dir, file)
	if status := command.Status(err); status != report.ExitFindings {
		t.Errorf("the replay of %s ends with exit status %d\n%s", f.Message, status, &errs)
	}
}
