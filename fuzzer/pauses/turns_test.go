package pauses

import (
	"reflect"
	"testing"
)

// TestTurns goes through the calls of one object: the second one that a
// goroutine makes at site 3 is to wait for the call at site 5.
func TestTurns(t *testing.T) {
	p := &Plan{NCalls: 2}
	p.Calls[0] = Call{Site: 5, Count: 1}
	p.Calls[1] = Call{G: 7, Site: 3, Count: 2}
	var o, other Turns
	if p.IsCall(4, 7) || p.IsCall(3, 8) || !p.IsCall(3, 7) || !p.IsCall(5, 8) {
		t.Error("IsCall is wrong")
	}
	if s := p.Arrive(&o, 3, 7); s != 0 {
		t.Errorf("the first call at site 3 is step %d, want none", s)
	}
	if s := p.Arrive(&o, 3, 8); s != 0 {
		t.Errorf("the call of another goroutine is step %d, want none", s)
	}
	if s := p.Arrive(&o, 3, 7); s != 2 || p.MayGo(&o, s) {
		t.Errorf("the second call at site 3 is step %d and may go: %v", s, p.MayGo(&o, s))
	}
	if s := p.Arrive(&o, 5, 1); s != 1 || !p.MayGo(&o, s) {
		t.Errorf("the call at site 5 is step %d and may go: %v", s, p.MayGo(&o, s))
	}
	o.Done(1)
	if !p.MayGo(&o, 2) || p.MayGo(&other, 2) {
		t.Error("the second step may not go after the first, or that of another object may")
	}
}

// TestTurnsText writes and reads a plan that has nothing but steps.
func TestTurnsText(t *testing.T) {
	p := Plan{NCalls: 2, Abstraction: 2}
	p.Calls[0] = Call{G: 0xabc, Site: 300, Count: 12}
	p.Calls[1] = Call{Site: 1, Count: 1}
	var q Plan
	if !Parse(p.Format(), &q) || !reflect.DeepEqual(p, q) {
		t.Errorf("got %+v from\n%s", q.Calls[:2], p.Format())
	}
	long := append([]byte{}, p.Format()...)
	for range MaxCalls {
		long = append(long, "call site=1 count=1\n"...)
	}
	if Parse(long, &q) {
		t.Error("a plan with too many steps is read")
	}
}
