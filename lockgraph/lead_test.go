package lockgraph

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

func TestLead(t *testing.T) {
	send := Blocked{Func: "p.Add", Class: "p.T.ch"}
	sendHolding := Blocked{Func: "p.Add", Class: "p.T.ch", Holds: true}
	lock := Blocked{Func: "p.run", Class: "p.T.mu", Lock: true}
	lockHolding := Blocked{Func: "p.a", Class: "p.T.b", Lock: true, Holds: true}
	group := Blocked{Func: "p.Test", Class: "p.Test.wg", Group: true}
	for _, c := range []struct {
		name  string
		stuck []Blocked
		want  []int
	}{
		{"a lock held over a send", []Blocked{lock, sendHolding, group}, []int{1}},
		{"a sender that is waited for", []Blocked{group, send}, []int{1}},
		{"two locks", []Blocked{lockHolding, lockHolding, group}, []int{0, 1}},
		{"a group alone", []Blocked{group}, []int{0}},
		{"a group that a lock is held over", []Blocked{{Func: "p.Close", Class: "p.T.wg", Group: true, Holds: true}, lock}, []int{0}},
		{"nobody", nil, nil},
	} {
		if got := Lead(c.stuck); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestOneCause: the checks of the source, of trace programs and of the end of a run give one
// cause one id. Other places, other objects and other causes have other ones.
func TestOneCause(t *testing.T) {
	keys := BlockedKeys([]Blocked{{Func: "p.Add", Class: "p.T.ch", Holds: true}, {Func: "p.run", Class: "p.T.mu", Lock: true}})
	id := FindingID(checks.LockHeld, keys)
	for _, check := range []checks.Name{checks.LockAcrossChannel, checks.Leak, checks.Leaked, checks.LeftBlocked, checks.Accident, checks.BlocksForever} {
		if got := FindingID(check, []EdgeKey{{Func: "p.Add", Class: "p.T.ch"}}); got != id {
			t.Errorf("%s: %s, want %s", check, got, id)
		}
		if same := FormerID(check, keys) == id; same != (check == checks.BlocksForever) {
			t.Errorf("%s: the former id is the new one: %t", check, same)
		}
	}
	for _, other := range []string{
		FindingID(checks.Leak, []EdgeKey{{Func: "p.Add", Class: "p.T.done"}}), FindingID(checks.Leak, []EdgeKey{{Func: "p.Put", Class: "p.T.ch"}}), FindingID(checks.DoubleClose, keys),
	} {
		if other == id {
			t.Error("two causes have one id")
		}
	}
	if FormerID(checks.LockOrder, keys) != FindingID(checks.LockOrder, keys) {
		t.Error("the id of a cycle has changed")
	}
}
