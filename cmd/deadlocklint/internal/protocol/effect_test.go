package protocol

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/typestate"
)

const parkedAtPut = "goroutine 7 [chan send]:\nsync.(*Mutex).Lock(0x1)\n\t/go/src/sync/mutex.go:46 +0x1\nmain.put(0x1)\n\t/home/a b/put.go:%d +0x2f\ncreated by main.main in goroutine 1\n\t/home/main.go:3 +0x2"

func parked(line string, op trace.Op, leaked bool) confirm.BlockedGoroutine {
	return confirm.BlockedGoroutine{Op: op, Leaked: leaked, Stack: strings.Replace(parkedAtPut, "%d", line, 1)}
}

// TestEffects compares runs with one in which nothing was forced.
func TestEffects(t *testing.T) {
	failed := func(names ...string) (list []confirm.FailedTest) {
		for _, n := range names {
			list = append(list, confirm.FailedTest{Name: n, Message: "x.go:1: no"})
		}
		return list
	}
	type run = confirm.OrderedRun
	for _, c := range []struct {
		name         string
		free, forced run
		want         string
	}{
		{"well", run{}, run{}, ""},
		{"fails", run{}, run{Outcome: confirm.Outcome{Exit: 1, Failed: failed("TestX")}}, "TestX failed: x.go:1: no"},
		{"fails as ever", run{Outcome: confirm.Outcome{Exit: 1, Failed: failed("TestX")}}, run{Outcome: confirm.Outcome{Exit: 1, Failed: failed("TestX")}}, ""},
		{"another one fails", run{Outcome: confirm.Outcome{Exit: 1, Failed: failed("TestX")}}, run{Outcome: confirm.Outcome{Exit: 1, Failed: failed("TestX", "TestY")}}, "TestY failed: x.go:1: no"},
		{"fails no more", run{Outcome: confirm.Outcome{Exit: 1, Failed: failed("TestX")}}, run{}, ""},
		{"panics", run{}, run{Outcome: confirm.Outcome{Exit: 2, Panic: "panic: 3"}}, "the run ended with panic: 3"},
		{"panics as ever", run{Outcome: confirm.Outcome{Exit: 2, Panic: "panic: 0xc001 of 3"}}, run{Outcome: confirm.Outcome{Exit: 2, Panic: "panic: 0xc123 of 4"}}, ""},
		{"panics in another way", run{Outcome: confirm.Outcome{Exit: 2, Panic: "panic: a"}}, run{Outcome: confirm.Outcome{Exit: 2, Panic: "panic: b"}}, "the run ended with panic: b"},
		{"serves", run{}, run{Outcome: confirm.Outcome{RecoveredByServer: "no"}}, "a handler of net/http panicked: no"},
		{"exits", run{}, run{Outcome: confirm.Outcome{Exit: 3}}, "the run ended with exit status 3"},
		{"exits as ever", run{Outcome: confirm.Outcome{Exit: 3}}, run{Outcome: confirm.Outcome{Exit: 3}}, ""},
		{"stands", run{}, run{Outcome: confirm.Outcome{Exit: 66}, Deadlock: parked("9", trace.OpSend, false).Stack}, "the run ended in a deadlock: blocked at put.go:9"},
		{"blocks", run{}, run{Blocked: []confirm.BlockedGoroutine{parked("9", trace.OpSend, false)}}, "a goroutine was blocked for ever in a send at put.go:9"},
		{"blocks as ever", run{Blocked: []confirm.BlockedGoroutine{parked("9", trace.OpSend, false)}}, run{Blocked: []confirm.BlockedGoroutine{parked("9", trace.OpSend, false), parked("9", trace.OpSend, false)}}, ""},
		{"blocks elsewhere", run{Blocked: []confirm.BlockedGoroutine{parked("8", trace.OpSend, false)}}, run{Blocked: []confirm.BlockedGoroutine{parked("9", trace.OpSend, false)}}, "a goroutine was blocked for ever in a send at put.go:9"},
		{"leaks", run{}, run{Blocked: []confirm.BlockedGoroutine{parked("9", trace.OpRecv, true)}}, "a goroutine was blocked for ever in a receive at put.go:9"},
		{"idles", run{}, run{Blocked: []confirm.BlockedGoroutine{parked("9", trace.OpRecv, false)}}, ""},
	} {
		free := &course{blocked: map[string]bool{}, errors: map[failure]bool{}}
		free.take(&turns{OrderedRun: &c.free})
		if got := strings.Join(free.effects(&turns{OrderedRun: &c.forced}), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestDisturbed tells runs that say nothing from those that do.
func TestDisturbed(t *testing.T) {
	for _, c := range []struct {
		name string
		run  confirm.OrderedRun
		want string
	}{
		{"well", confirm.OrderedRun{}, ""},
		{"idle", confirm.OrderedRun{Stats: confirm.Stats{Stats: boundary.Stats{Idle: 3, Paused: 3}}}, ""},
		{"late", confirm.OrderedRun{Stats: confirm.Stats{Stats: boundary.Stats{Late: 3}}}, "3 pauses"},
		{"stopped", confirm.OrderedRun{TimedOut: true, TimeLimit: confirm.TimeLimit{Limit: time.Second}}, "stopped after 1s"},
		{"timer", confirm.OrderedRun{EndedBy: []confirm.Timer{{}}}, "a timer ended"},
		{"fails", confirm.OrderedRun{Outcome: confirm.Outcome{Exit: 1, Failed: []confirm.FailedTest{{Name: "TestX", Message: "x.go:3: no"}}}}, ""},
		{"fails in time", confirm.OrderedRun{Outcome: confirm.Outcome{Exit: 1, Failed: []confirm.FailedTest{{Name: "TestX", Message: "x.go:3: Timed out"}}}}, "a deadline"},
		{"panics in time", confirm.OrderedRun{Outcome: confirm.Outcome{Exit: 2, Panic: "panic: context deadline exceeded"}}, "a deadline"},
	} {
		if got := (&turns{OrderedRun: &c.run}).disturbed(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestFailureOf compares errors without numbers, and by what failed in which test.
func TestFailureOf(t *testing.T) {
	of := func(err, test string) failure {
		return failureOf(&typestate.Call{Type: "T", Method: "Get", Err: err, Test: test, Outcome: typestate.Failed})
	}
	if of("read 127.0.0.1:8080: closed 0xc001", "TestX") != of("read 127.0.0.1:44: closed 0xc0a9", "TestX") {
		t.Error("numbers count")
	}
	if of("closed", "TestX") == of("closed", "TestY") || of("closed", "TestX") == of("open", "TestX") {
		t.Error("another test or error is the same")
	}
}

// TestEffectsText names some effects and counts the others.
func TestEffectsText(t *testing.T) {
	got := effectsText(&typestate.Call{Outcome: typestate.Returned}, slices.Repeat([]string{"a"}, maxEffects+2), nil, 0)
	if want := "the call returned without an error, and a; a; a; 2 more, as in no run without a plan"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
