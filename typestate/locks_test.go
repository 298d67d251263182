package typestate

import "testing"

// TestOrderLocks orders calls by the critical sections of the run when that is asked for:
// writers after each other and after readers, readers after writers. Readers order
// nothing among themselves, nor do sections of different locks.
func TestOrderLocks(t *testing.T) {
	for _, c := range []struct {
		name, lines string
		ordered     bool
	}{
		{"two writers", "t2 lock m; t2 unlock m; t3 lock m; t3 unlock m", true},
		{"a reader behind a writer", "t2 lock m; t2 unlock m; t3 rlock m; t3 runlock m", true},
		{"a writer behind a reader", "t2 rlock m; t2 runlock m; t3 lock m; t3 unlock m", true},
		{"two readers", "t2 rlock m; t2 runlock m; t3 rlock m; t3 runlock m", false},
		{"two locks", "t2 lock m; t2 unlock m; t3 lock n; t3 unlock n", false},
		{"the other way round", "t3 lock m; t3 unlock m; t2 lock m; t2 unlock m", false},
	} {
		lines := "t1 go t2; t1 go t3\nt2 call o T.a; t2 return o -\n" + c.lines + "\nt3 call o T.b; t3 return o -\n"
		for _, asked := range []bool{false, true} {
			tr := traceOf(t, lines)
			var known Preview
			for _, e := range tr.trace.Events {
				known.Note(e)
			}
			r := NewReader(tr.trace, &known, "", tr.method, nil)
			if asked {
				r.OrderByLocks()
			}
			for _, e := range tr.trace.Events {
				r.Add(e)
			}
			if got := len(r.Recording().Races(Soft)) == 0; got != (asked && c.ordered) {
				t.Errorf("%s, asked %t: ordered %t", c.name, asked, got)
			}
		}
	}
}
