package condvar

import (
	"context"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestExact: a recording that took one case of a select says that the rest follows after another case as well. Where every
// way is a program of its own, it does not.
func TestExact(t *testing.T) {
	program := func() *Program {
		p := &Program{
			Objects: []Object{{ID: 1, Kind: trace.KindChan}, {ID: 2, Kind: trace.KindChan, Closed: true}, {ID: 3, Kind: trace.KindChan}},
			Threads: []*Thread{{G: 1, Parent: -1, Body: []*Stmt{
				{Op: Select, Cases: []Case{{Chan: 0}, {Chan: 1}}, Lock2: -1},
				{Op: Recv, Obj: 2, Lock2: -1},
			}}},
		}
		p.number()
		return p
	}
	if got := program().Check(context.Background(), Options{}).Deadlocks; len(got) != 1 {
		t.Errorf("of a recording: %d deadlocks, want the receive behind the select", len(got))
	}
	if got := program().Check(context.Background(), Options{Exact: true}).Deadlocks; len(got) != 0 {
		t.Errorf("exactly: %d deadlocks, want none", len(got))
	}
	blocked := program()
	blocked.Objects[1].Closed = false
	got := blocked.Check(context.Background(), Options{Exact: true}).Deadlocks
	if len(got) != 1 || got[0].Core[0].Stmt.Op != Select || got[0].TurningPoint() != nil {
		t.Errorf("exactly, with both channels open: %+v, want the select and no turn", got)
	}
}
