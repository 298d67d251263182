package condvar

// maxContested bounds the contested locks of a thread that are kept.
const maxContested = 1000

// A contestedLock is an acquisition of a lock that another thread takes after the start of this
// one. The order of the two may decide which control flow the thread takes. A trace program
// drops most of these locks, since no thread waits under them.
type contestedLock struct {
	site  uint64
	count int
	seq   uint64
	call  callSite
}

// noteContestedLocks notes them for all threads. It takes time linear in the statements.
func (p *Program) noteContestedLocks() {
	type use struct {
		thread int
		seq    uint64
	}
	last := make([][2]use, len(p.Objects)) // the latest uses of two threads
	for t, th := range p.Threads {
		walk(th.Body, func(s *Stmt) {
			if !s.acquires() {
				return
			}
			switch u := &last[s.Obj]; {
			case u[0].seq != 0 && u[0].thread != t && s.Source.Seq > u[0].seq:
				u[0], u[1] = use{t, s.Source.Seq}, u[0]
			case u[0].seq == 0 || u[0].thread == t:
				u[0] = use{t, max(u[0].seq, s.Source.Seq)}
			case s.Source.Seq > u[1].seq:
				u[1] = use{t, s.Source.Seq}
			}
		})
	}
	started := make([]uint64, len(p.Threads))
	p.EachStatement(func(s *Stmt) {
		if s.Op == Go {
			started[s.Arg] = s.Source.Seq
		}
	})
	for t, th := range p.Threads {
		walk(th.Body, func(s *Stmt) {
			if !s.acquires() || s.Source.Site == 0 || len(th.contested) == maxContested {
				return
			}
			other := last[s.Obj][0]
			if other.thread == t {
				other = last[s.Obj][1]
			}
			if other.seq > started[t] {
				th.contested = append(th.contested, contestedLock{s.Source.Site, s.Source.Count, s.Source.Seq, s.Source.call})
			}
		})
	}
}

// lastContested is the last contested lock of a thread of p before its control flows in the two programs differ.
func lastContested(a, b *Thread) (at contestedLock, found bool) {
	x, y := flow(flatten(a.Body)), flow(flatten(b.Body))
	n := 0
	for n < len(x) && n < len(y) && x[n].Op == y[n].Op && x[n].spot() == y[n].spot() {
		n++
	}
	for _, s := range a.contested {
		if n == len(x) || s.seq < x[n].Source.Seq {
			at, found = s, true
		}
	}
	return at, found
}

// dependsOnSchedule reports whether the order of other goroutines may decide which of its two
// control flows a thread takes. Before they differ, the thread takes a contested lock, uses a
// channel, or reads an atomic that another thread writes. Any other thread had other parameters
// in another test.
func dependsOnSchedule(a, b *Thread) bool {
	if _, found := lastContested(a, b); found {
		return true
	}
	way := flow(flatten(b.Body))
	for i, s := range flow(flatten(a.Body)) {
		same := i < len(way) && s.Op == way[i].Op && s.spot() == way[i].spot()
		switch s.Op {
		case Select, RecvClosed:
			return true
		case Recv, Wait, WGWait, If, Loop:
			if same {
				return true
			}
		}
		if !same {
			return false
		}
	}
	return false
}
