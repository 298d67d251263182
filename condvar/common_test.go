package condvar

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// jobs are two tests of one worker: the first one waits for its answer, the second one does
// not. The worker takes a lock at place 5 and answers at place 6, unless it leaves.
func jobs() (answers, leaves *Program) {
	start := func() *Stmt { return at(1, Stmt{Op: Go, Arg: 1}) }
	looks := func() *Stmt { return at(5, Stmt{Op: Lock, Obj: 1}) }
	release := func() *Stmt { return at(0, Stmt{Op: Unlock, Obj: 1}) }
	cancels := []*Stmt{at(7, Stmt{Op: Lock, Obj: 1}), at(0, Stmt{Op: Unlock, Obj: 1})}
	objects := []Object{{Name: "answer", Kind: trace.KindChan}, {Name: "mu", Kind: trace.KindMutex}}
	answers = &Program{Objects: objects, Threads: []*Thread{
		{G: 1, Parent: -1, Test: true, Body: []*Stmt{start(), at(2, Stmt{Op: Go, Arg: 2}), at(3, Stmt{Op: Recv})}},
		{G: 2, Parent: 0, Body: []*Stmt{looks(), release(), at(6, Stmt{Op: Send})}},
		{G: 3, Parent: 0, Body: cancels},
	}}
	leaves = &Program{Objects: objects, Threads: []*Thread{
		{G: 4, Parent: -1, Test: true, Body: []*Stmt{start()}},
		{G: 5, Parent: 0, Body: []*Stmt{looks(), release()}},
	}}
	for _, p := range []*Program{answers, leaves} {
		seq := uint64(0)
		p.EachStatement(func(s *Stmt) { seq++; s.Source.Seq = seq })
		p.noteContestedLocks()
	}
	return answers, leaves
}

// TestJoinTests: a worker may leave early where another goroutine takes the lock that it takes,
// and nowhere else.
func TestJoinTests(t *testing.T) {
	answers, leaves := jobs()
	quiet := leaves.quiet()
	if len(quiet) != 1 {
		t.Fatalf("%d goroutines left early, want 1", len(quiet))
	}
	joined, more := JoinTests(answers, quiet[0])
	if len(joined) != 1 || more {
		t.Fatalf("%d programs, more: %v", len(joined), more)
	}
	j := joined[0]
	if r := j.Check(t.Context(), Options{}); len(r.Deadlocks) != 1 {
		t.Errorf("%d deadlocks, want that of the receive", len(r.Deadlocks))
	}
	if len(j.Holds) != 1 || j.Holds[0] != (Stop{Thread: 1, Site: 5, Count: 1}) {
		t.Errorf("the worker is held at %+v, want its lock", j.Holds)
	}
	alone, leaves := jobs()
	alone.Threads[2].Body, alone.Threads[1].contested = nil, nil
	alone.noteContestedLocks()
	if joined, _ := JoinTests(alone, leaves.quiet()[0]); len(joined) > 0 {
		t.Errorf("%d programs where the worker has the lock for itself", len(joined))
	}
	if joined, _ := JoinTests(leaves, answers); len(joined) > 0 {
		t.Errorf("%d programs in which a worker answers that sees nothing of others", len(joined))
	}
}

// TestQuietIsOver: a goroutine that ran on, or that does what others wait for, did not leave.
func TestQuietIsOver(t *testing.T) {
	_, leaves := jobs()
	leaves.Threads[1].End = Cut
	if n := len(leaves.quiet()); n > 0 {
		t.Errorf("%d goroutines left that were running in the end", n)
	}
	answers, _ := jobs()
	if n := len(answers.quiet()); n != 1 {
		t.Errorf("%d goroutines left, want the one that cancels", n)
	}
}

// TestJoinLeftBlocked: a thread that only the further recording leaves blocked is one to
// predict. One that both leave blocked may wait for work.
func TestJoinLeftBlocked(t *testing.T) {
	objects := []Object{{Name: "done", Kind: trace.KindChan}, {Name: "timer", Kind: trace.KindChan, Capacity: 1, Timer: true}}
	run := func(gives bool, loser Ending) *Program {
		b := branch{objects: objects}
		wins := []*Stmt{at(4, Stmt{Op: Recv, Obj: 1})}
		last := at(6, Stmt{Op: Recv})
		if gives {
			wins, last = []*Stmt{at(5, Stmt{Op: Close})}, at(6, Stmt{Op: RecvClosed})
		}
		p := b.program([2][]*Stmt{wins, {last}})
		p.Threads[1].End = loser
		return p
	}
	for _, c := range []struct {
		first Ending
		want  int
	}{{Ended, 1}, {Pending, 0}} {
		deadlocks := 0
		joined, _ := Splice(run(true, c.first), run(false, Pending), map[int]int{0: 0})
		for _, j := range joined {
			deadlocks += min(len(j.Check(t.Context(), Options{}).Deadlocks), 1)
		}
		if deadlocks < c.want || c.want == 0 && deadlocks > 0 {
			t.Errorf("first ending %d: %d of %d joined programs have a deadlock", c.first, deadlocks, len(joined))
		}
	}
}

// TestJoinGoesOn: a thread that another recording leaves blocked on its way has the rest of its
// way from the first one. So a thread that waits for that rest is not alone in a deadlock.
func TestJoinGoesOn(t *testing.T) {
	b := branch{
		objects: []Object{{Name: "answer", Kind: trace.KindChan}, {Name: "over", Kind: trace.KindChan}, {Name: "end", Kind: trace.KindChan, Capacity: 1, Timer: true}},
		first:   [2][]*Stmt{{at(2, Stmt{Op: Select, Cases: []Case{{Chan: 0}, {Chan: 2}}})}, {at(5, Stmt{Op: Send}), at(6, Stmt{Op: Close, Obj: 1})}},
		second:  [2][]*Stmt{{at(2, Stmt{Op: Select, Cases: []Case{{Chan: 2}, {Chan: 0}}}), at(3, Stmt{Op: Recv, Obj: 1})}, {at(5, Stmt{Op: Send})}},
	}
	p, q := b.program(b.first), b.program(b.second)
	p.Objects[1].Created, q.Objects[1].Created = CreationSite{1, 9, 1}, CreationSite{1, 9, 1}
	q.Threads[0].End, q.Threads[1].End = Pending, Pending
	joined, _ := Splice(p, q, map[int]int{0: 0})
	found := 0
	for _, j := range joined {
		for _, d := range j.Check(t.Context(), Options{}).Deadlocks {
			found++
			if len(d.Core) != 1 || d.Core[0].Stmt.Op != Send {
				t.Errorf("the deadlock is of %d threads, the first at %v; want the send", len(d.Core), d.Core[0].Stmt.Op)
			}
		}
	}
	if found == 0 {
		t.Error("no deadlock")
	}
}
