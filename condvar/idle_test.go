package condvar

import (
	"fmt"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// served is a test that sends a job to each of some workers, at place 3, without waiting where lossy is set. Each worker
// has done one job and stands in its receive, at place 7, when the recording ends as end says. With answers the test
// waits for those, at place 4.
func served(workers int, started int, end Ending, answers, lossy bool) *Program {
	p := &Program{Objects: []Object{{ID: 1, Name: "jobs", Kind: trace.KindChan}, {ID: 2, Name: "answers", Kind: trace.KindChan, Capacity: 8}}}
	main := &Thread{G: 9, Parent: -1, Test: true}
	p.Threads = append(p.Threads, main)
	for w := range workers {
		th := &Thread{G: trace.G(2 + w), Parent: started, End: end, Body: []*Stmt{at(7, Stmt{Op: Recv})}}
		if answers {
			th.Body = append(th.Body, at(8, Stmt{Op: Send, Obj: 1}))
		}
		if end == Pending {
			th.Body = append(th.Body, at(7, Stmt{Op: Recv}))
		}
		p.Threads = append(p.Threads, th)
		if started >= 0 {
			main.Body = append(main.Body, at(2, Stmt{Op: Go, Arg: int64(1 + w)}))
		}
	}
	for range workers {
		main.Body = append(main.Body, at(3, Stmt{Op: Send, MayContinue: lossy}))
	}
	for range workers {
		if answers {
			main.Body = append(main.Body, at(4, Stmt{Op: Recv, Obj: 1}))
		}
	}
	seq := uint64(0)
	p.EachStatement(func(s *Stmt) { seq++; s.Source.Seq = seq })
	return p
}

// Workers that stand where they wait for work are no deadlock, whoever did which job. They are part of one where
// somebody waits for them.
func TestIdleWorkers(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Program
		want string // the cores: threads, and an i after those that are idle
	}{
		{"other jobs than recorded", served(2, 0, Pending, false, false), ""},
		{"of the process, and the end is not known", served(2, -1, Cut, false, false), ""},
		{"a job is lost", served(1, 0, Pending, true, true), "[0 1i]"},
		{"a job of the process is lost", served(1, -1, Cut, true, true), "[0 1i]"},
	} {
		got := ""
		for _, d := range c.p.Check(t.Context(), Options{}).Deadlocks {
			core := "["
			for i, b := range d.Core {
				core += fmt.Sprint([]string{"", " "}[min(i, 1)], b.Thread, []string{"", "i"}[asInt(b.Idle)])
			}
			got += core + "]"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A wait is the one in which the recording left a goroutine by its operation, place and object. The last statement is
// not asked.
func TestSameWait(t *testing.T) {
	p := &Program{Objects: []Object{
		{ID: 1, Kind: trace.KindChan, Created: CreationSite{G: 1, Site: 9, Count: 1}}, {ID: 2, Kind: trace.KindChan, Created: CreationSite{G: 2, Site: 9, Count: 1}},
		{ID: 3, Kind: trace.KindChan, Created: CreationSite{G: 1, Site: 8, Count: 1}}, {ID: 4, Kind: trace.KindCond}, {ID: 5, Kind: trace.KindCond},
	}}
	alternatives := []Case{{Chan: 2}, {Chan: 0}}
	for _, c := range []struct {
		name string
		a, b *Stmt
		want bool
	}{
		{"a receive in another round", at(7, Stmt{Op: Recv}), at(7, Stmt{Op: Recv}), true},
		{"that found the channel closed", at(7, Stmt{Op: RecvClosed}), at(7, Stmt{Op: Recv}), true},
		{"at another place", at(7, Stmt{Op: Recv}), at(8, Stmt{Op: Recv}), false},
		{"a send on the line", at(7, Stmt{Op: Send}), at(7, Stmt{Op: Recv}), false},
		{"a channel made at the same place", at(7, Stmt{Op: Recv}), at(7, Stmt{Op: Recv, Obj: 1}), true},
		{"a channel made elsewhere", at(7, Stmt{Op: Recv}), at(7, Stmt{Op: Recv, Obj: 2}), false},
		{"a select whose other alternative was taken", at(7, Stmt{Op: Select, Cases: alternatives}), at(7, Stmt{Op: Select, Cases: []Case{{Chan: 0}, {Chan: 2}}}), true},
		{"one Cond", at(7, Stmt{Op: Wait, Obj: 3}), at(7, Stmt{Op: Wait, Obj: 3}), true},
		{"another Cond", at(7, Stmt{Op: Wait, Obj: 3}), at(7, Stmt{Op: Wait, Obj: 4}), false},
	} {
		if got := p.sameWait(c.a, c.b); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// TestPartnerHasBegun: a send to a goroutine that has done nothing yet comes after the statement that starts it, also
// where its thread could go on before.
func TestPartnerHasBegun(t *testing.T) {
	p := &Program{Objects: []Object{{ID: 1, Kind: trace.KindChan}, {ID: 2, Kind: trace.KindChan}, {ID: 3, Kind: trace.KindChan}}, Threads: []*Thread{
		{G: 1, Parent: -1, Test: true, Body: []*Stmt{at(1, Stmt{Op: Go, Arg: 1}), at(2, Stmt{Op: Send}), at(3, Stmt{Op: Send, Obj: 1}), at(4, Stmt{Op: Recv, Obj: 2})}},
		{G: 2, Parent: 0, Body: []*Stmt{at(5, Stmt{Op: Recv}), at(6, Stmt{Op: Go, Arg: 2})}},
		{G: 3, Parent: 1, Body: []*Stmt{at(7, Stmt{Op: Recv, Obj: 1})}},
	}}
	seq := uint64(0)
	p.EachStatement(func(s *Stmt) { seq++; s.Source.Seq = seq })
	r := p.Check(t.Context(), Options{})
	if len(r.Deadlocks) != 1 {
		t.Fatalf("%d deadlocks, want that of the receive", len(r.Deadlocks))
	}
	begun := false
	for _, e := range r.Deadlocks[0].Order {
		begun = begun || e.Stmt.Op == Go && e.Stmt.Arg == 2
		if e.Partner == 2 && !begun {
			t.Errorf("thread 2 takes a value before it is started: %v", r.Deadlocks[0].Order)
		}
	}
}
