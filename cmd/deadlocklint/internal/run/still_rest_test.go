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

// A timer ends the first cycle of a run, and a ticker the second one.
const tickers = `package m

import (
	"sync"
	"testing"
	"time"
)

// The second stage stands in a cycle until 20 ticks are counted.
func stage(late chan struct{}, timer bool, meet bool) {
	sem := make(chan struct{}, 1)
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	holds := make(chan struct{})
	take := func() (give func()) {
		sem <- struct{}{}
		var once sync.Once
		free := func() { once.Do(func() { <-sem }) }
		if timer {
			tm := time.AfterFunc(2*time.Second, free)
			return func() { tm.Stop(); free() }
		}
		stop := make(chan struct{})
		go func() {
			select {
			case <-late:
				free()
			case <-stop:
			}
		}()
		return func() { close(stop); free() }
	}
	go func() {
		defer wg.Done()
		give := take()
		if meet {
			<-holds
		}
		mu.Lock()
		mu.Unlock()
		give()
	}()
	go func() {
		defer wg.Done()
		time.Sleep(30 * time.Millisecond)
		mu.Lock()
		close(holds)
		give := take()
		give()
		mu.Unlock()
	}()
	wg.Wait()
}

func TestStages(t *testing.T) {
	tk := time.NewTicker(200 * time.Millisecond)
	defer tk.Stop()
	late := make(chan struct{})
	go func() {
		for range 20 {
			<-tk.C
		}
		close(late)
	}()
	stage(late, true, false)
	stage(late, false, true)
	<-late
}
`

// A ticker that has fired while the clock of a confirming run went ahead still counts later, when goroutines wait for it.
func TestTickersCountBehindACycle(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", tickers)
	doc, _, stderr := invoke(t, "test", "-C="+dir, "-json", "-explore=false", "-condvar=false", ".")
	for _, f := range doc.Findings {
		if f.Status == report.StatusConfirmed || f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, "no cycle of locks") {
			t.Errorf("%s: %s: %s\n%s", f.ID, f.Status, f.Dynamic.Reason, stderr)
		}
	}
}

const drained = `package m

import (
	"os"
	"testing"
	"time"
)

// The deadline of the tests is over while TestMain waits for a timer.
func TestMain(m *testing.M) {
	code := m.Run()
	drained := make(chan bool)
	time.AfterFunc(4*time.Second, func() { close(drained) })
	<-drained
	os.Exit(code)
}

func TestNothing(t *testing.T) {}
`

// The deadline of the tests counts no more when they are over.
func TestDeadlineEndsWithTheTests(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", drained)
	doc, status, stderr := invoke(t, "test", "-C="+dir, "-json", "-timeout=2s", ".")
	if status != 0 || len(doc.Findings) > 0 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}
