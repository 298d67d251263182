package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// partners are two goroutines of one go statement, which do this in a recording.
func partners(ops ...Op) *Program {
	p := &Program{Objects: []Object{{Name: "words", Kind: trace.KindChan}}, Threads: []*Thread{{G: 1, Parent: -1, Test: true}}}
	for i, op := range ops {
		start := at(1, Stmt{Op: Go, Arg: int64(i + 1)})
		start.Source.Count = i + 1
		p.Threads[0].Body = append(p.Threads[0].Body, start)
		p.Threads = append(p.Threads, &Thread{G: trace.G(i + 2), Body: []*Stmt{at(uint64(op)+10, Stmt{Op: op})}})
	}
	seq := uint64(0)
	p.EachStatement(func(s *Stmt) { seq++; s.Source.Seq = seq })
	return p
}

// TestJoinSiblings: goroutines of one go statement exchange their roles together. A role that
// only the other recording has is another matter.
func TestJoinSiblings(t *testing.T) {
	for _, c := range []struct {
		name      string
		p, q      *Program
		programs  int
		deadlocks bool
	}{
		{"exchanged", partners(Send, Recv), partners(Recv, Send), 1, false},
		{"new role", partners(Send, Recv), partners(Recv, Recv), 1, true},
	} {
		joined, _ := Splice(c.p, c.q, map[int]int{0: 0})
		found := false
		for _, j := range joined {
			found = found || len(j.Check(t.Context(), Options{}).Deadlocks) > 0
		}
		if len(joined) != c.programs || found != c.deadlocks {
			t.Errorf("%s: %d programs, want %d; a deadlock: %v, want %v", c.name, len(joined), c.programs, found, c.deadlocks)
		}
	}
}
