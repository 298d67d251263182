//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A task starts further tasks while it has a slot. Each slot may be taken by a task that waits for
// another slot. The tasks of TestWell give their slot back before.
const slots = `package m

import (
	"sync"
	"testing"
)

type group struct {
	wg    sync.WaitGroup
	slots chan bool

	mu      sync.Mutex
	folders int
}

func (g *group) start(task func()) {
	g.slots <- true
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		task()
	}()
}

func (g *group) end() { <-g.slots }

type folder []folder

var leaf = folder{}

var tree = folder{{{leaf}, leaf}, {leaf}}

func (g *group) count(f folder) {
	defer g.end()
	g.mu.Lock()
	g.folders++
	g.mu.Unlock()
	for _, below := range f {
		g.start(func() { g.count(below) })
	}
}

func (g *group) countWell(f folder) {
	g.end()
	for _, below := range f {
		g.start(func() { g.countWell(below) })
	}
}

func TestSlots(t *testing.T) {
	g := &group{slots: make(chan bool, 3)}
	g.start(func() { g.count(tree) })
	g.wg.Wait()
}

func TestWell(t *testing.T) {
	g := &group{slots: make(chan bool, 3)}
	g.start(func() { g.countWell(tree) })
	g.wg.Wait()
}
`

// No confirming run stands still until its cap when none of its goroutines can go on.
func TestConfirmingRunsDoNotStand(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", slots)
	doc, status, stderr := invoke(t, "test", "-C="+dir, "-json", "-explore=false", ".")
	confirmed := 0
	for _, f := range doc.Findings {
		if f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, "did not end and were stopped") {
			t.Errorf("%s: %s", f.ID, f.Dynamic.Reason)
		}
		if f.Status == report.StatusConfirmed {
			confirmed++
			if f.Tests[0] != "TestSlots" {
				t.Errorf("%s in %v", f.ID, f.Tests)
			}
		}
	}
	if confirmed == 0 {
		t.Errorf("exit status %d, nothing was confirmed\n%s", status, stderr)
	}
}
