package confirm

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

var (
	leftText = reportOf(boundary.AboutLeft,
		&boundary.Look{N: 2, Process: 5},
		&boundary.LeftGoroutine{ID: 7, Index: 0x46, Op: 0xd, State: uint8(trace.LeftLeaked)},
		&boundary.LeftGoroutine{ID: 8, Index: 0x47, Op: 3, State: uint8(trace.LeftBlocked)},
		&boundary.LeftGoroutine{ID: 9, Index: 0x48, State: uint8(trace.LeftRuns)},
		&boundary.LeftGoroutine{ID: 10, Index: 0x49, Op: 0xf, State: uint8(trace.LeftLeaked)},
		&boundary.Dump{}) +
		"goroutine 7 [chan send]:\nruntime.gopark(...)\n\t/go/proc.go:1\nmain.f()\n\t/src/main.go:31\n\n" +
		"goroutine 8 [sync.Mutex.Lock]:\nsync.(*Mutex).Lock(...)\n\t/go/mutex.go:1\nmain.g()\n\t/src/main.go:41\n\n" +
		"goroutine 10 [chan receive]:\ntesting.tRunner.func1()\n\t/go/testing.go:1\nmain.h()\n\t/src/main.go:51\n\n"
	movedText = reportOf(boundary.AboutLeft,
		&boundary.Look{N: 3, Process: 5}, &boundary.LeftGoroutine{ID: 7, Index: 0x46, State: uint8(trace.LeftMoved)}, &boundary.Dump{})
)

// leftOf reads files in that order.
func leftOf(texts ...string) []BlockedGoroutine {
	var r Run
	for _, text := range texts {
		_ = r.take(text, nil) // all before a damage counts
	}
	r.settle()
	return r.Blocked
}

// TestTakeLeft reads what the runtime writes: who can run is not among the blocked,
// nor who waits for its test, nor who has gone on since, in whatever order the files
// are read.
func TestTakeLeft(t *testing.T) {
	got := leftOf(leftText)
	if len(got) != 2 {
		t.Fatalf("read %+v", got)
	}
	send, lock := got[0], got[1]
	if !send.Leaked || send.ID != 7 || send.Process != 5 || send.Index != 0x46 || send.Op != trace.Op(0xd) || firstCall(send.Stack) != "main.f()" {
		t.Errorf("read %+v", send)
	}
	if lock.Leaked || lock.ID != 8 || firstCall(lock.Stack) != "main.g()" {
		t.Errorf("read %+v", lock)
	}
	for _, texts := range [][]string{{leftText, movedText}, {movedText, leftText}} {
		if got := leftOf(texts...); len(got) != 1 || got[0].ID != 8 {
			t.Errorf("a goroutine that has gone on is among %+v", got)
		}
	}
	if got := leftOf(leftText, strings.ReplaceAll(movedText, "process=5", "process=6")); len(got) != 2 {
		t.Errorf("another process has changed it: %+v", got)
	}
	if got := leftOf(reportOf(boundary.AboutLeft, &boundary.Look{N: 1}, &boundary.LeftGoroutine{ID: 7, State: uint8(trace.LeftLeaked)})); len(got) != 0 {
		t.Errorf("a file without its dump counts: %+v", got)
	}
}
