package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestRoundsHaveOneStack: a loop that comes to the same select again may leave out
// a round, with the close in it that another goroutine waits for; a function with
// a select that is called twice leaves nothing out.
func TestRoundsHaveOneStack(t *testing.T) {
	for stack, want := range map[trace.StackID]int{1: 1, 2: 0} {
		p := &Program{Objects: []Object{{Kind: trace.KindChan}, {Kind: trace.KindChan, Timer: true}, {Kind: trace.KindChan}}}
		from, timer := Case{Chan: 0}, Case{Chan: 1}
		p.Threads = []*Thread{
			{Parent: -1, Body: []*Stmt{
				{Op: Select, Cases: []Case{from, timer}, Src: Source{Seq: 1, Site: 11, Stack: 1}},
				{Op: Close, Obj: 2, Src: Source{Seq: 2, Site: 12, Stack: 2}},
				{Op: Select, Cases: []Case{timer, from}, Src: Source{Seq: 3, Site: 11, Stack: stack}},
			}},
			{Parent: -1, Body: []*Stmt{{Op: RecvClosed, Obj: 2, Src: Source{Seq: 4, Site: 13, Stack: 3}}}},
		}
		if found := p.Check(t.Context(), Options{}).Deadlocks; len(found) != want {
			t.Errorf("stacks 1 and %d: %d deadlocks, want %d", stack, len(found), want)
		}
	}
}
