//go:build rest

package run_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A run that ends in a deadlock leaves the locks of the package held. A run that is cut off by
// its limit may leave any.
const spoiledTests = `package m

import (
	"sync"
	"testing"
)

var a, b, c sync.Mutex

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func run(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Add(1)
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

// TestTwice has a deadlock under some schedules, and fails under others.
func TestTwice(t *testing.T) {
	last := 0
	run(func() { both(&a, &b); last = 1 }, func() { both(&b, &a); last = 2 })
	if last == 1 {
		t.Error("the first one was last")
	}
}

// TestLongWell sends more messages than a run has steps, under a lock of the package.
func TestLongWell(t *testing.T) {
	messages := make(chan int)
	for range 4 {
		go func() {
			for i := range 25000 {
				c.Lock()
				c.Unlock()
				messages <- i
			}
		}()
	}
	for range 100000 {
		<-messages
	}
}

// TestLongHelperWell is cut off in functions of package testing that hold its locks.
func TestLongHelperWell(t *testing.T) {
	make(chan int, 1) <- 0 // an odd number of steps, so that a lock is held at the limit
	run(func() {
		for range 100000 {
			t.Helper()
		}
	}, func() {
		for range 100000 {
			t.Helper()
		}
	})
}
`

// What a run leaves behind is not taken for what the runs behind it do.
func TestExploreSpoiled(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", spoiledTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=40", "-strategy=random", ".")
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
	}
	slices.Sort(got)
	if want := []string{"TestTwice lockorder", "TestTwice schedule"}; !slices.Equal(got, want) || strings.Contains(stderr, "did not happen again") {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	if doc.Stats.Incomplete {
		t.Errorf("not complete: %q", doc.Stats.Damaged)
	}
	if n := classes(doc)["TestTwice"]; n < 9 {
		t.Errorf("%d classes of runs of TestTwice", n) // behind the first deadlock all are one
	}
	for _, line := range strings.Split(stderr, "\n") {
		if strings.Contains(line, " TestLong") && (!strings.HasSuffix(line, "ends: step limit") || strings.Contains(line, "deadlock")) {
			t.Error(line)
		}
	}
}

// A variable of the package outlives a run, and the runs behind it go another way.
const leftoverTests = `package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

type ledger struct{ credit, debit sync.Mutex }

func (l *ledger) pay()    { l.credit.Lock(); l.debit.Lock(); l.debit.Unlock(); l.credit.Unlock() }
func (l *ledger) refund() { l.debit.Lock(); l.credit.Lock(); l.credit.Unlock(); l.debit.Unlock() }

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); f() }()
	go func() { defer wg.Done(); g() }()
	wg.Wait()
}

var one, two ledger
var paid atomic.Bool
var table sync.Once

// TestFirstWell refunds behind the payment. Only a second run of the process goes without it.
func TestFirstWell(t *testing.T) {
	over := make(chan bool, 1)
	both(func() { one.pay(); paid.Store(true); over <- true }, func() {
		if !paid.Load() {
			<-over
		}
		one.refund()
	})
}

// TestFirst has a deadlock in a first run, too. That run has more steps than those behind it.
func TestFirst(t *testing.T) {
	setUp := func() {
		c := make(chan int, 2)
		c <- 1
		c <- 2
	}
	both(func() { table.Do(setUp); two.pay() }, func() { table.Do(setUp); two.refund() })
}
`

// A deadlock that only an earlier run of the process makes possible is none of the test.
func TestExploreSpoiledByVariable(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", leftoverTests)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "-strategy=random", "-static=false", ".")
	var got []string
	for _, f := range doc.Findings {
		if f.Status == report.StatusConfirmed {
			got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
			if !strings.Contains(scheduleOf(t, f), "\nfresh true\n") {
				t.Errorf("the schedule of %v needs runs before", f.Tests)
			}
		}
	}
	if want := []string{"TestFirst lockorder"}; !slices.Equal(got, want) || strings.Contains(stderr, "did not happen again") {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
}

// scheduleOf is the text of the schedule of a finding.
func scheduleOf(t *testing.T, f report.Finding) string {
	t.Helper()
	b, err := os.ReadFile(strings.TrimPrefix(f.Replay, "deadlocklint replay "))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
