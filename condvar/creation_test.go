package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestJoinMade: a channel that two threads use at different places is known by where it was
// made. Where that is not known it may be one of several.
func TestJoinMade(t *testing.T) {
	for _, c := range []struct {
		made []CreationSite
		want int // joined programs in which the caller goes the other way
	}{
		{[]CreationSite{{G: 1, Site: 9, Count: 1}, {G: 1, Site: 9, Count: 2}}, 2},
		{make([]CreationSite, 2), 0},
	} {
		answer, timer := Case{Chan: 0}, Case{Chan: 2}
		sends := at(5, Stmt{Op: Send, Obj: 0})
		b := &branch{
			[]Object{
				{Name: "c", Kind: trace.KindChan, Created: c.made[0]}, {Name: "c", Kind: trace.KindChan, Created: c.made[1]},
				{Name: "timer", Kind: trace.KindChan, Timer: true},
			},
			[2][]*Stmt{{at(2, Stmt{Op: Select, Cases: []Case{answer, timer}})}, {sends, at(6, Stmt{Op: Close, Obj: 1})}},
			[2][]*Stmt{{at(2, Stmt{Op: Select, Cases: []Case{timer, answer}}), at(3, Stmt{Op: Recv, Obj: 1})}, {sends}},
		}
		joined, _ := Splice(b.program(b.first), b.program(b.second), map[int]int{0: 0})
		n, found := 0, 0
		for _, j := range joined {
			if j.Spliced[0] == 0 {
				n++
				found += len(j.Check(t.Context(), Options{}).Deadlocks)
			}
		}
		if n != c.want || found > 0 != (c.want > 0) {
			t.Errorf("made at %v: %d programs of the other caller, want %d; %d deadlocks", c.made, n, c.want, found)
		}
	}
}
