//go:build rest

package run_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Each test misuses an object under some schedules and not under the base schedule; its twin,
// whose name ends in Well, does so under none.
const misuses = `package m

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

func TestUnlock(t *testing.T) {
	var mu sync.Mutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() { mu.TryLock(); mu.Unlock() })
}

func TestUnlockWell(t *testing.T) {
	var mu sync.Mutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() {
		if mu.TryLock() {
			mu.Unlock()
		}
	})
}

func TestRUnlock(t *testing.T) {
	var mu sync.RWMutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() { mu.TryRLock(); mu.RUnlock() })
}

func TestRUnlockWell(t *testing.T) {
	var mu sync.RWMutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() {
		if mu.TryRLock() {
			mu.RUnlock()
		}
	})
}

func TestNegative(t *testing.T) {
	var wg sync.WaitGroup
	pair(func() { wg.Add(1) }, func() { wg.Done() })
}

func TestNegativeWell(t *testing.T) {
	var wg sync.WaitGroup
	added := make(chan bool)
	pair(func() { wg.Add(1); close(added) }, func() { <-added; wg.Done() })
}

// Whether the body waits already when the counter is zero decides what Wait sees later.
func TestReuse(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	pair(func() { wg.Wait() }, func() { wg.Done(); wg.Add(1); wg.Done() })
}

func TestReuseWell(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	waited := make(chan bool)
	pair(func() { wg.Wait(); close(waited) }, func() { wg.Done(); <-waited; wg.Add(1); wg.Done() })
}

func TestClose(t *testing.T) {
	c := make(chan bool)
	once := func() {
		select {
		case <-c:
		default:
			close(c)
		}
	}
	pair(once, once)
}

func TestCloseWell(t *testing.T) {
	c := make(chan bool)
	var once sync.Once
	pair(func() { once.Do(func() { close(c) }) }, func() { once.Do(func() { close(c) }) })
}

func TestSend(t *testing.T) {
	c := make(chan bool, 1)
	pair(func() { c <- true }, func() { close(c) })
}

func TestSendWell(t *testing.T) {
	c := make(chan bool, 1)
	var mu sync.Mutex
	closed := false
	pair(func() {
		mu.Lock()
		defer mu.Unlock()
		if !closed {
			c <- true
		}
	}, func() { mu.Lock(); closed = true; close(c); mu.Unlock() })
}
`

// Misuse that panics, or is fatal, is a failing schedule that says so, and happens again.
func TestExploreMisuse(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", misuses)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=100", ".")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	want := map[string]string{
		"TestUnlock":   "fatal error: sync: unlock of unlocked mutex",
		"TestRUnlock":  "fatal error: sync: RUnlock of unlocked RWMutex",
		"TestNegative": "panic: sync: negative WaitGroup counter",
		"TestReuse":    "panic: sync: WaitGroup is reused before previous Wait has returned",
		"TestClose":    "panic: close of closed channel",
		"TestSend":     "panic: send on closed channel",
	}
	for _, f := range doc.Findings {
		if len(f.Tests) != 1 || want[f.Tests[0]] == "" || f.Check != report.CheckSchedule || !strings.Contains(f.Message, want[f.Tests[0]]) {
			t.Errorf("%s %s: %s", f.Check, f.Tests, f.Message)
		}
	}
	for name := range want {
		i := slices.IndexFunc(doc.Findings, func(f report.Finding) bool { return slices.Contains(f.Tests, name) })
		if i < 0 {
			t.Errorf("%s: not found\n%s", name, stderr)
			continue
		}
		var errs strings.Builder
		err := call(io.Discard, &errs, "replay", "-C="+dir, strings.TrimPrefix(doc.Findings[i].Replay, "deadlocklint replay "))
		if command.Status(err) != report.ExitFailed || !strings.Contains(errs.String(), want[name]) {
			t.Errorf("%s: replay: %v\n%s", name, err, &errs)
		}
	}
}
