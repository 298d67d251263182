package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A receive that another thread's send completes has no event of its own, and
// counts all the same: the goroutine comes to the same place for the second time
// when it is blocked there.
func TestStopsCountReceives(t *testing.T) {
	const loop = 7
	p := &Program{
		Objects: []Object{{ID: 1, Kind: trace.KindMutex}, {ID: 2, Kind: trace.KindChan}, {ID: 3, Kind: trace.KindChan}},
		Threads: []*Thread{
			{G: 1, Parent: -1, Body: []*Stmt{
				{Op: Recv, Obj: 1, Times: 1, Source: Source{Site: loop, Count: 1}},
				{Op: Lock, Obj: 0, Times: 1, Source: Source{Site: 8, Count: 1}},
				{Op: Recv, Obj: 2, Times: 1, Source: Source{Site: loop, Count: 2}},
				{Op: Unlock, Obj: 0, Times: 1, Source: Source{Site: 9, Count: 1}},
			}},
			{G: 2, Parent: -1, Body: []*Stmt{
				{Op: Send, Obj: 1, Times: 1, Source: Source{Site: 1, Count: 1}},
				{Op: Lock, Obj: 0, Times: 1, Source: Source{Site: 2, Count: 1}},
				{Op: Send, Obj: 2, Times: 1, Source: Source{Site: 3, Count: 1}},
				{Op: Unlock, Obj: 0, Times: 1, Source: Source{Site: 4, Count: 1}},
			}},
		},
	}
	seen := false
	for _, d := range p.Check(t.Context(), Options{}).Deadlocks {
		for _, s := range d.Stops(p) {
			if s.Thread != 0 || !s.Last || s.Site != loop {
				continue
			}
			if seen = true; s.Count != 2 {
				t.Errorf("the receiver is to stop when it comes for the %d. time, want the 2.", s.Count)
			}
		}
	}
	if !seen {
		t.Error("no deadlock has the receiver where it receives")
	}
}
