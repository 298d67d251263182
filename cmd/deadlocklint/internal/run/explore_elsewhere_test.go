package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A panic behind an early timer is that of the program where its code is in no file of tests. A test
// says by a sleep how long it waits.
const earlyElsewhere = `-- m.go --
package m

import "sync"

type Stack struct {
	mu    sync.Mutex
	items []int
}

func New(n int) *Stack { return &Stack{items: make([]int, n)} }

func (s *Stack) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *Stack) Pop() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return last
}

func (s *Stack) TryPop() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 {
		return false
	}
	s.items = s.items[1:]
	return true
}

func (s *Stack) Drain() {
	for s.Len() > 0 {
		s.Pop()
	}
}

func (s *Stack) DrainWell() {
	for s.TryPop() {
	}
}
-- m_test.go --
package m

import (
	"sync/atomic"
	"testing"
	"time"
)

func twice(f func()) {
	done := make(chan bool)
	go func() { f(); done <- true }()
	go func() { time.Sleep(time.Millisecond); f(); done <- true }()
	<-done
	<-done
}

func TestDrain(t *testing.T)     { twice(New(2).Drain) }
func TestDrainWell(t *testing.T) { twice(New(2).DrainWell) }

func TestOwnWell(t *testing.T) {
	var p atomic.Pointer[int]
	ready := make(chan bool, 1)
	go func() { ready <- true; p.Store(new(int)) }()
	<-ready
	time.Sleep(time.Millisecond)
	if *p.Load() != 0 {
		t.Fatal("a value")
	}
}
`

func TestExploreEarlyElsewhere(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, earlyElsewhere)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-early", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestDrain" || len(doc.Findings[0].Dynamic.Early) == 0 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	for line := range strings.Lines(stderr) {
		if strings.Contains(line, "no timer fired early behind") && (strings.Contains(line, "early or not") || strings.Contains(line, "all schedules")) {
			t.Errorf("two claims: %s", line)
		}
	}
	if !strings.Contains(stderr, "no timer fired early behind") {
		t.Errorf("no test ended its process so often\n%s", stderr)
	}
}
