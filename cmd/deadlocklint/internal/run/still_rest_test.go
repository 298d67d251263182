//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Two tasks run with a slot of one pool each, which their starters have taken for them, and start a task of the other
// pool. In TestWell a task gives its slot back before.
const slots = `package m

import (
	"sync"
	"testing"
	"time"
)

type pool struct {
	wg    *sync.WaitGroup
	slots chan bool
}

func newPool(wg *sync.WaitGroup) *pool { return &pool{wg, make(chan bool, 1)} }

func (p *pool) start(task func(give func())) {
	p.slots <- true
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		task(sync.OnceFunc(func() { <-p.slots }))
	}()
}

func inner(give func()) { give() }

func TestSlots(t *testing.T) {
	var wg sync.WaitGroup
	a, b := newPool(&wg), newPool(&wg)
	outer := func(other *pool) func(give func()) {
		return func(give func()) {
			defer give()
			other.start(inner)
		}
	}
	a.start(outer(b))
	time.Sleep(20 * time.Millisecond)
	b.start(outer(a))
	wg.Wait()
}

func TestWell(t *testing.T) {
	var wg sync.WaitGroup
	a, b := newPool(&wg), newPool(&wg)
	outer := func(other *pool) func(give func()) {
		return func(give func()) {
			give()
			other.start(inner)
		}
	}
	a.start(outer(b))
	time.Sleep(20 * time.Millisecond)
	b.start(outer(a))
	wg.Wait()
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
