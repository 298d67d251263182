package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestJoinSharedContext: a context that ended before its first Done has another channel than in
// the first recording, so that no wait for it lasts for ever. Without that, the worker would.
func TestJoinSharedContext(t *testing.T) {
	if n := contexts(true).deadlocks(t); n > 0 {
		t.Errorf("%d deadlocks at a context that ended", n)
	}
	if contexts(false).deadlocks(t) == 0 {
		t.Error("no deadlock at a channel that nobody closes")
	}
}

// contexts has a worker that sends its answer or sees the end, and a caller that the answer
// reaches in one recording and the end in the other one.
func contexts(context bool) *branch {
	answer, end, shared := Case{Chan: 0}, Case{Chan: 1}, Case{Chan: 2}
	return &branch{
		[]Object{
			{Name: "answer", Kind: trace.KindChan}, {Name: "end", Kind: trace.KindChan, Context: context},
			{Name: SharedContext, Kind: trace.KindChan, Closed: true},
		},
		[2][]*Stmt{
			{at(2, Stmt{Op: Select, Cases: []Case{answer, end}})},
			{at(3, Stmt{Op: Select, Cases: []Case{{Chan: 0, Send: true}, end}})},
		},
		[2][]*Stmt{
			{at(2, Stmt{Op: RecvClosed, Obj: 2, Cases: []Case{shared, answer}})},
			{at(3, Stmt{Op: RecvClosed, Obj: 2, Cases: []Case{shared, {Chan: 0, Send: true}}})},
		},
	}
}
