//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

const queues = `package m

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	c := make(chan int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); c <- i; c <- i + 10 }()
	}
	go func() { wg.Wait(); close(c) }()
	sum := 0
	for v := range c {
		sum += v
	}
	if sum != 22 {
		t.Error(sum)
	}
}

func TestUnread(t *testing.T) {
	c := make(chan int, 4)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() { defer wg.Done(); c <- i }()
	}
	wg.Wait()
}

func TestStuck(t *testing.T) {
	c, d := make(chan int, 1), make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); c <- 1; d <- 1; <-c; <-d }()
	go func() { defer wg.Done(); d <- 1; c <- 1; <-d; <-c }()
	wg.Wait()
}

func TestMixed(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool, 1)
	go func() { c <- 1; c <- 2; done <- true }()
	select {
	case <-c:
	case <-done:
	}
	<-c
	<-done
}
`

// TestExploreQueues: of channels with a buffer, causal makes a schedule for each order of what is
// received, and for each set of goroutines that wait in the end. TestMixed has a select beside a
// receive: no channel is a queue there.
func TestExploreQueues(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", queues)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-v", "-x=strategy=causal", "-runs=2000", ".")
	if status != report.ExitFindings || len(doc.Findings) == 0 || doc.Findings[0].Tests[0] != "TestStuck" {
		t.Errorf("exit status %d, findings %v", status, doc.Findings)
	}
	for _, line := range []string{"TestQueue: 6 schedules", "TestUnread: 1 schedule ", "TestStuck: 3 schedules", "TestMixed: 12 schedules"} {
		_, rest, found := strings.Cut(stderr, line)
		if rest, _, _ = strings.Cut(rest, "\n"); !found || !strings.Contains(rest, "all schedules: ") {
			t.Errorf("%q is not said:\n%s", line, stderr)
		}
	}
}
