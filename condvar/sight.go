package condvar

// MaxSights bounds the sights of a thread that are kept.
const MaxSights = 1000

// A sight is a place at which a thread may see what another one does meanwhile: it takes a lock
// that the other one takes behind the thread's start. The order of the two may decide which way
// the thread goes. Most of these locks are dropped from a trace program, since no thread waits
// under them.
type sight struct {
	site  uint64
	count int
	seq   uint64
}

// sights notes them for all threads. It takes time linear in the statements.
func (p *Program) sights() {
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
			if !s.acquires() || s.Source.Site == 0 || len(th.seen) == MaxSights {
				return
			}
			other := last[s.Obj][0]
			if other.thread == t {
				other = last[s.Obj][1]
			}
			if other.seq > started[t] {
				th.seen = append(th.seen, sight{s.Source.Site, s.Source.Count, s.Source.Seq})
			}
		})
	}
}

// parting is the last sight of a thread of p before its ways in the two programs part.
func parting(a, b *Thread) (at sight, found bool) {
	x, y := flow(flatten(a.Body)), flow(flatten(b.Body))
	n := 0
	for n < len(x) && n < len(y) && x[n].Op == y[n].Op && x[n].spot() == y[n].spot() {
		n++
	}
	for _, s := range a.seen {
		if n == len(x) || s.seq < x[n].Source.Seq {
			at, found = s, true
		}
	}
	return at, found
}

// A thread of p is steered if the order of other goroutines may decide which of its two ways it
// goes: before the ways part, the thread takes a lock that others take meanwhile, uses a
// channel, or sees an atomic write. Any other thread had other parameters in another test.
func steered(a, b *Thread) bool {
	if _, found := parting(a, b); found {
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
