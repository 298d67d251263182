package protocol

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// TestWithdraw gives up violations that were not reached: those that the automaton
// mined last allows, and those of two calls that were seen in this order. It keeps
// the others, those of an automaton that a person wrote, and those that are decided.
func TestWithdraw(t *testing.T) {
	put := &typestate.Call{G: 1, Type: "T", Method: "Put", Site: 1}
	end := &typestate.Call{G: 2, Type: "T", Method: "Close", Site: 2}
	get := &typestate.Call{G: 1, Type: "T", Method: "Get", Site: 3}
	narrow, wide := automaton1(t, "mined x", "  Put Get -> s\n  Close -> e\n"), automaton1(t, "mined x", "  Put Get Close -> s\n  Nothing -> e\n")
	for _, c := range []struct {
		name      string
		auto      *automaton.Automaton
		last      *automaton.Automaton
		pair      [2]*typestate.Call // call and the one before it
		status    report.Status
		withdrawn bool
	}{
		{name: "as before", auto: narrow, last: narrow, status: report.StatusNotReached},
		{name: "allowed by now", auto: narrow, last: wide, status: report.StatusNotReached, withdrawn: true},
		{name: "seen", auto: narrow, last: narrow, pair: [2]*typestate.Call{put, end}, status: report.StatusNotReached, withdrawn: true},
		{name: "another call seen", auto: narrow, last: narrow, pair: [2]*typestate.Call{get, end}, status: report.StatusNotReached},
		{name: "seen the other way round", auto: narrow, last: narrow, pair: [2]*typestate.Call{end, put}, status: report.StatusNotReached},
		{name: "written", auto: automaton1(t, "", "  Put Get -> s\n  Close -> e\n"), last: wide, pair: [2]*typestate.Call{put, end}, status: report.StatusNotReached},
		{name: "confirmed", auto: narrow, last: wide, pair: [2]*typestate.Call{put, end}, status: report.StatusConfirmed},
	} {
		p := &Protocols{protocolRun: &protocolRun{}, table: &sites.Table{}, pairs: map[[2]lockgraph.EdgeKey]bool{}}
		if c.pair[0] != nil {
			p.pairs[[2]lockgraph.EdgeKey{p.edge(c.pair[0]), p.edge(c.pair[1])}] = true
		}
		b := &breach{Violation: typestate.Violation{Call: put, Path: []*typestate.Call{get, end, put}}, auto: c.auto, status: c.status, reason: "not seen"}
		p.withdraw([]*breach{b}, []*automaton.Automaton{c.last})
		if b.withdrawn() != c.withdrawn {
			t.Errorf("%s: withdrawn %t, want %t", c.name, b.withdrawn(), c.withdrawn)
		}
		if c.withdrawn && (!strings.Contains(b.reason, "(not seen)") || b.status == report.StatusConfirmed) {
			t.Errorf("%s: %s, %s", c.name, b.status, b.reason)
		}
	}
}

// TestWithdrawUntried gives up an order that was not tried when another one of the same
// two calls waits for a later one, and keeps one that was tried.
func TestWithdrawUntried(t *testing.T) {
	put, end := &typestate.Call{G: 1, Type: "T", Method: "Put", Site: 1}, &typestate.Call{G: 2, Type: "T", Method: "Close", Site: 2}
	a := automaton1(t, "mined x", "  Put -> s\n  Close -> e\n")
	order := func(tries int) *breach {
		return &breach{Violation: typestate.Violation{Call: put, Path: []*typestate.Call{end, put}}, auto: a, tries: tries, status: report.StatusPredicted}
	}
	p := &Protocols{protocolRun: &protocolRun{}, table: &sites.Table{}}
	known, long, tried := order(3), order(0), order(3)
	p.withdraw([]*breach{long, tried}, []*automaton.Automaton{a})
	if long.withdrawn() || tried.withdrawn() {
		t.Error("withdrawn for no reason")
	}
	known.impossible()
	p.withdraw([]*breach{known, long, tried}, []*automaton.Automaton{a})
	if !known.withdrawn() || !long.withdrawn() || tried.withdrawn() {
		t.Errorf("withdrawn: %t, not tried %t, tried %t", known.withdrawn(), long.withdrawn(), tried.withdrawn())
	}
}

// automaton1 is an automaton of T with the edges of its state s; state e is the end.
func automaton1(t *testing.T, origin, edges string) *automaton.Automaton {
	t.Helper()
	list, err := automaton.Parse([]byte("type T\norigin " + origin + "\nstate s final\n" + edges + "state e final\n"))
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// TestFailuresThatProveNothing tells errors of a violating call apart: those of a
// deadline, and those that the test has from another call of the method as well.
func TestFailuresThatProveNothing(t *testing.T) {
	failed := func(method, err, test string) *typestate.Call {
		return &typestate.Call{Type: "T", Method: method, Test: test, Err: err, Outcome: typestate.Failed}
	}
	for text, want := range map[string]bool{
		"context deadline exceeded": true, "read tcp: i/o timeout": true, "closed": false, "connection write timeout": true, "the queue is full": false,
	} {
		if byDeadline(failed("Get", text, "")) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
	b := &breach{run: recordedRun{Recording: &typestate.Recording{Calls: []*typestate.Call{
		failed("Get", "outage", "TestA"), {Type: "T", Method: "Put", Test: "TestA", Outcome: typestate.Returned},
	}}}}
	for _, c := range []struct {
		call *typestate.Call
		want bool
	}{
		{failed("Get", "outage", "TestA"), true},
		{failed("Get", "closed", "TestA"), false},
		{failed("Get", "outage", "TestB"), false},
		{failed("Put", "outage", "TestA"), false},
		{&typestate.Call{Type: "T", Method: "Get", Test: "TestA", Outcome: typestate.Unwound}, false},
	} {
		if got := b.failsAnyway(c.call); got != c.want {
			t.Errorf("%s of %s in %s: %t, want %t", c.call.Err, c.call.Method, c.call.Test, got, c.want)
		}
	}
}
