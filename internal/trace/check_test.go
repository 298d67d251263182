package trace_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
)

// checkLines compares the problems of the events with want, one piece of each
// problem per element.
func checkLines(t *testing.T, lines string, want ...string) {
	t.Helper()
	tr, err := tracetest.Parse(lines)
	if err != nil {
		t.Fatal(err)
	}
	checkProblems(t, lines, trace.Check(tr.Events), want...)
}

func checkProblems(t *testing.T, name string, problems []trace.Problem, want ...string) {
	t.Helper()
	if len(problems) != len(want) {
		t.Errorf("%s: problems %v, want %q", name, problems, want)
		return
	}
	for i, p := range problems {
		if !strings.Contains(p.Error(), want[i]) {
			t.Errorf("%s: problem %q, want %q", name, p.Error(), want[i])
		}
	}
}

func TestCheckMutex(t *testing.T) {
	checkLines(t, "t1 lock a; t1 unlock a; t2 lock a; t2 unlock a")
	checkLines(t, "t1 lock a; t2 request a; t1 unlock a; t2 lock a")
	checkLines(t, "t1 lock a; t2 lock a", "event 2: g2 lock: 0x10000 is held by g1 since event 1")
	checkLines(t, "t1 lock a; t1 lock a", "held by g1")
	checkLines(t, "t1 unlock a", "no goroutine holds")
	checkLines(t, "t1 lock a; t2 unlock a", "not marked as foreign")
	checkLines(t, "t1 lock a; t2 unlock a +foreign; t2 lock a")
	checkLines(t, "t1 lock a; t1 unlock a +foreign", "holds 0x10000 itself")
	checkLines(t, "t1 unlock a +foreign", "no goroutine holds")
}

func TestCheckRWMutex(t *testing.T) {
	checkLines(t, "t1 rlock a; t2 rlock a; t1 rlock a; t1 runlock a; t1 runlock a; t2 runlock a; t1 lock a; t1 unlock a")
	checkLines(t, "t1 rlock a; t2 lock a", "held in shared mode since event 1")
	checkLines(t, "t1 lock a; t2 rlock a", "held by g1")
	checkLines(t, "t1 rlock a; t1 unlock a", "held in shared mode")
	checkLines(t, "t1 lock a; t1 runlock a", "no goroutine holds 0x10000 in shared mode")
	checkLines(t, "t1 rlock a; t2 runlock a", "not marked as foreign")
	checkLines(t, "t1 rlock a; t2 runlock a +foreign; t2 lock a")
	checkLines(t, "t1 rlock a; t1 runlock a +foreign", "holds 0x10000 itself")
}

func TestCheckRequest(t *testing.T) {
	checkLines(t, "t1 request a; t1 folded 3; t1 lock a; t1 lock b")
	checkLines(t, "t1 request a; t1 lock b", "waits for 0x10000 since event 1")
	checkLines(t, "t1 rrequest a; t1 lock a", "waits for")
}

func TestCheckGoroutines(t *testing.T) {
	checkLines(t, "t1 go t2; t2 lock a; t2 exit; t1 exit")
	checkLines(t, "t1 exit; t1 lock a", "event 2: g1 lock: the goroutine ended before")
	checkLines(t, "t2 lock a; t1 go t2", "g2 exists already")
	checkLines(t, "t1 go t1", "g1 exists already")
	huge := []trace.Event{{Seq: 1, G: 1, Op: trace.OpGo, Obj: 1 << 32}}
	checkProblems(t, "huge", trace.Check(huge), "no goroutine has the number 4294967296")
}

func TestCheckWaiting(t *testing.T) {
	checkLines(t, "t1 lock a; t1 wait c; t1 unlock a; t2 signal c; t1 wake c; t1 lock a")
	checkLines(t, "t1 wake c", "did not wait on")
	checkLines(t, "t1 wait c; t1 wait d", "waits on 0x10000 already")
	checkLines(t, "t1 wgadd w 1; t1 wgwait w; t2 wgadd w -1; t1 wgdone w")
	checkLines(t, "t1 wgdone w", "did not wait on")
	checkLines(t, "t1 wgadd w 1; t1 wgadd w -2; t1 wgadd w 1; t1 wgadd w -1", "becomes negative")
	checkLines(t, "t1 oncedone o +first; t2 oncedone o")
	checkLines(t, "t1 oncedone o +first; t2 oncedone o +first", "ran before")
}

func TestCheckChannels(t *testing.T) {
	checkLines(t, "t1 makechan c; t1 send c; t2 recv c; t2 received c t1; t1 sent c t2; t1 close c; t2 recv c; t2 recvclosed c")
	checkLines(t, "t1 select 2; t1 recv c; t1 send d; t1 received c")
	checkLines(t, "t1 select 2 +try; t1 received c; t1 received c", "did not begin")
	checkLines(t, "t1 send c +try; t1 send d; t1 sent c", "did not begin")
	checkLines(t, "t1 recv c; t1 recvclosed c", "not closed")
	checkLines(t, "t1 close c; t1 close c", "closed already")
	checkLines(t, "t1 close c; t1 makechan c; t1 close c")
}

func TestCheckCalls(t *testing.T) {
	checkLines(t, "t1 call a T; t1 call b T; t1 return b; t1 return a; t1 call a T")
	checkLines(t, "t1 call a T; t1 call b T; t1 unwind a")
	checkLines(t, "t1 call a T; t2 return a", "no call of object")
	checkLines(t, "t1 call a T; t1 return a; t1 unwind a", "no call of object")
}

func TestCheckTests(t *testing.T) {
	checkLines(t, "t1 test A; t1 test A/b; t1 testend A/b; t1 testend A")
	checkLines(t, "t1 test A; t1 test B; t1 testend A", "did not begin, or another")
	checkLines(t, "t1 testend A", "did not begin")
}

// A new allocation at an address is a new object, whatever its lock was.
func TestCheckAllocationBeginsANewLife(t *testing.T) {
	checkLines(t, "t1 lock a; class a p.T.mu; t2 lock a")
	checkLines(t, "t1 lock b; class a p.T.mu; t2 lock b", "held by g1")
	events := []trace.Event{
		{Seq: 1, G: 1, Op: trace.OpAlloc, Obj: 0x100},
		{Seq: 2, G: 2, Op: trace.OpAllocType, Obj: 8},
		{Seq: 3, G: 1, Op: trace.OpLock, Obj: 0x107},
		{Seq: 4, G: 1, Op: trace.OpAlloc, Obj: 0x100},
		{Seq: 5, G: 1, Op: trace.OpAllocType, Obj: 8},
		{Seq: 6, G: 0, Op: trace.OpAbs, Obj: 0x100},
		{Seq: 7, G: 0, Op: trace.OpAbs, Obj: 0x100},
		{Seq: 8, G: 1, Op: trace.OpLock, Obj: 0x107},
		{Seq: 9, G: 0, Op: trace.OpAbs, Obj: 0x200},
	}
	checkProblems(t, "alloc", trace.Check(events), "event 2: g2 alloctype: no alloc", "event 9: g0 abs: no go or alloc")
}

func TestCheckOrder(t *testing.T) {
	events := []trace.Event{
		{Seq: 5, G: 1, Op: trace.OpLock, Obj: 1},
		{Seq: 5, G: 1, Op: trace.OpUnlock, Obj: 1},
		{Seq: 6, G: 1, Op: trace.OpText},
	}
	checkProblems(t, "order", trace.Check(events), "event 5: g1 unlock: its number is not above 5", "is no event")
}

// After a loss, an unlock without a lock is no surprise.
func TestCheckAfterLossJudgesOnlyOrder(t *testing.T) {
	checkLines(t, "t1 lost 5; t1 unlock a; t1 exit; t1 lock a", "ended before")
	checkLines(t, "t1 lost 0; t1 unlock a", "no goroutine holds")
}

func TestCheckLimit(t *testing.T) {
	problems := trace.Check(make([]trace.Event, 2*trace.MaxProblems))
	if len(problems) > trace.MaxProblems {
		t.Errorf("%d problems", len(problems))
	}
	if last := problems[len(problems)-1].Error(); !strings.Contains(last, "there may be more") {
		t.Errorf("the last one is %q", last)
	}
}
