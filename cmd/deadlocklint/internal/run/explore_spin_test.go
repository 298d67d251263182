//go:build rest

package run_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

const spinning = `package m

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestSpinUntilTimerWell(t *testing.T) {
	var done atomic.Bool
	time.AfterFunc(time.Second, func() { done.Store(true) })
	for !done.Load() {
		runtime.Gosched()
	}
}

func TestSpinnersWhileMainSleepsWell(t *testing.T) {
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for !done.Load() {
			}
		}()
	}
	for range 5 {
		time.Sleep(time.Second)
	}
	done.Store(true)
	wg.Wait()
}

func TestPollsUntilTimeoutWell(t *testing.T) {
	c := make(chan int)
	timeout := time.After(10 * time.Second)
	for {
		select {
		case <-c:
			t.Fatal("closed")
		case <-timeout:
			return
		default:
		}
	}
}

func TestTryLockUntilReleasedWell(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	go func() { time.Sleep(time.Minute); mu.Unlock() }()
	for !mu.TryLock() {
	}
}

func TestTryLocks(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	take := func(first, second *sync.Mutex) {
		defer wg.Done()
		first.Lock()
		for !second.TryLock() {
			runtime.Gosched()
		}
		second.Unlock()
		first.Unlock()
	}
	wg.Add(2)
	go take(&a, &b)
	go take(&b, &a)
	wg.Wait()
}

// The worker takes many steps; the timeout is for a worker that hangs.
func TestWorkerBesidePollerWell(t *testing.T) {
	var done atomic.Bool
	var mu sync.Mutex
	n := 0
	go func() {
		for range 30000 {
			mu.Lock()
			n++
			mu.Unlock()
		}
		done.Store(true)
	}()
	timeout := time.After(5 * time.Second)
	for !done.Load() {
		select {
		case <-timeout:
			t.Fatal("timeout")
		default:
		}
		runtime.Gosched()
	}
}

func TestWorkerBesideSpinnerWell(t *testing.T) {
	var done atomic.Bool
	var mu sync.Mutex
	n := 0
	finished := make(chan bool)
	go func() {
		for range 30000 {
			mu.Lock()
			n++
			mu.Unlock()
		}
		done.Store(true)
	}()
	go func() {
		for !done.Load() {
		}
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(5 * time.Second):
		t.Fatal("timeout")
	}
}

func TestSpinsInLock(t *testing.T) {
	var mu sync.Mutex
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		mu.Lock()
		for !done.Load() {
		}
		mu.Unlock()
	}()
	go func() { defer wg.Done(); mu.Lock(); done.Store(true); mu.Unlock() }()
	wg.Wait()
}
`

// Time passes for goroutines that spin until a timer or a sleeping goroutine ends that, and does
// not for those that work beside them. Two goroutines that try each other's lock spin for ever,
// as does a goroutine that holds the lock of another one for which it waits.
func TestExploreSpin(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", spinning)
	for _, strategy := range []string{"auto", "random"} {
		doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=30", "-x=strategy="+strategy, ".")
		var got []string
		for _, f := range doc.Findings {
			got = append(got, f.Tests[0]+" "+string(f.Check))
		}
		slices.Sort(got)
		if want := []string{"TestSpinsInLock " + string(checks.Livelock), "TestTryLocks " + string(checks.Livelock)}; !slices.Equal(got, want) {
			t.Errorf("%s: findings %v\n%s", strategy, doc.Findings, stderr)
		}
		for _, f := range doc.Findings {
			var errs strings.Builder
			err := call(io.Discard, &errs, "replay", "-C="+dir, strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), f.Tests[0]+" does not end within") {
				t.Errorf("%s: replay: %v\n%s", f.Tests[0], err, &errs)
			}
		}
		for line := range strings.Lines(stderr) {
			if strings.Contains(line, "Well: ") && strings.Contains(line, "step limit") {
				t.Error(line)
			}
		}
	}
}

// A loop that counts by an atomic gets on, however long it is; a loop that waits for a value
// that no goroutine stores does not.
func TestExploreCounts(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", `package m

import (
	"sync/atomic"
	"testing"
)

func TestCounts(t *testing.T) {
	var n atomic.Int64
	for range 300000 {
		n.Add(1)
	}
}

func TestAwaits(t *testing.T) {
	var n atomic.Int64
	for n.Load() == 0 {
	}
}
`)
	doc, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=2", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Check != checks.Livelock || doc.Findings[0].Tests[0] != "TestAwaits" {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
	if !strings.Contains(stderr, "TestCounts: 1 schedule") || !strings.Contains(stderr, "the limit of steps cuts them off") {
		t.Error(stderr)
	}
}
