package confirm

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

const (
	leftText = "deadlocklint left 1\nlook n=2 process=5\ng id=7 index=46 test=1 op=d word=3 want=c0\ng id=8 index=47 test=1 op=3 word=2 want=c1\ng id=9 index=48 test=1 op=0 word=1 want=0\ng id=a index=49 test=1 op=f word=3 want=c2\n\ndump\n" +
		"goroutine 7 [chan send]:\nruntime.gopark(...)\n\t/go/proc.go:1\nmain.f()\n\t/src/main.go:31\n\n" +
		"goroutine 8 [sync.Mutex.Lock]:\nsync.(*Mutex).Lock(...)\n\t/go/mutex.go:1\nmain.g()\n\t/src/main.go:41\n\n" +
		"goroutine 10 [chan receive]:\ntesting.tRunner.func1()\n\t/go/testing.go:1\nmain.h()\n\t/src/main.go:51\n\n"
	movedText = "deadlocklint left 1\nlook n=3 process=5\nexit\ng id=7 index=46 test=1 op=0 word=4 want=0\n\ndump\n"
)

// leftOf reads files in that order.
func leftOf(texts ...string) []BlockedGoroutine {
	var r Run
	for _, text := range texts {
		r.take(text, nil)
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
	if got := leftOf("deadlocklint left 1\nlook n=1\ng id=7 word=3\n"); len(got) != 0 {
		t.Errorf("a file without its dump counts: %+v", got)
	}
}
