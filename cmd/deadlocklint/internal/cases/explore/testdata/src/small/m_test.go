// One preemption is enough for each of these tests to end badly. The threads that only count make the schedules that are found long.
package m

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

// A ledger is added to in two steps.
type ledger struct{ sum, noise atomic.Int64 }

func (l *ledger) add() {
	for range 5 {
		l.noise.Add(1)
	}
	v := l.sum.Load()
	l.noise.Add(1)
	l.sum.Store(v + 1)
}

// lost reports whether an addition was lost.
func lost() bool {
	var l ledger
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(l.add)
	}
	wg.Wait()
	return l.sum.Load() < 4
}

func TestFails(t *testing.T) {
	if lost() {
		t.Error("lost")
	}
}

func TestPanics(t *testing.T) {
	if lost() {
		panic("lost")
	}
}

func TestExits(t *testing.T) {
	if lost() {
		os.Exit(7)
	}
}

func TestDies(t *testing.T) {
	if lost() {
		var mu sync.Mutex
		mu.Unlock()
	}
}

var runs int

// TestProcess needs a process for each run.
func TestProcess(t *testing.T) {
	if runs++; runs > 1 {
		select {}
	}
	if lost() {
		t.Error("lost")
	}
}

func TestBlocks(t *testing.T) {
	if lost() {
		select {}
	}
}

// TestWell adds in one step.
func TestWell(t *testing.T) {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { n.Add(1) })
	}
	wg.Wait()
	if n.Load() != 4 {
		panic("lost")
	}
}
