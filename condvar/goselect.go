package condvar

// This file writes the selects of a trace program as Go. A select that comes again is
// a round of a loop (see selects.go): an alternative that it takes later leads
// after the later one, by a goto, and the others are left out, since their
// further operations are not known. Who took a later round before its time and comes to the
// select again returns: which round comes now is not known either.

// goRounds are the rounds of the loops of a program, as Go needs them.
type goRounds struct {
	loop   map[*Stmt]int // of each round
	last   map[*Stmt]bool
	early  map[int]bool      // threads that may take a later round before its time
	leads  map[*Stmt][]*Stmt // the later rounds to which it may jump
	labels map[*Stmt]int     // of those that a goto leads to, from 1
}

func (p *Program) goRounds() goRounds {
	r := goRounds{loop: map[*Stmt]int{}, last: map[*Stmt]bool{}, early: map[int]bool{}, leads: map[*Stmt][]*Stmt{}, labels: map[*Stmt]int{}}
	for t, c := range compile(p) {
		r.early[t] = c.early()
		for i := range c.instrs {
			in := &c.instrs[i]
			if in.stmt == nil || in.loop == 0 {
				continue
			}
			r.loop[in.stmt], r.last[in.stmt] = in.loop, in.last
			for _, pc := range in.jumps {
				to := c.instrs[pc].stmt
				r.leads[in.stmt] = append(r.leads[in.stmt], to)
				if r.labels[to] == 0 {
					r.labels[to] = len(r.labels) + 1
				}
			}
		}
	}
	return r
}

// later is the round in which an alternative was taken, or nil.
func (g *goWriter) later(s *Stmt, c Case) *Stmt {
	for _, to := range g.rounds.leads[s] {
		if g.sameCase(to.choices()[0], c) {
			return to
		}
	}
	return nil
}

// choices are the alternatives of a select, or of a receive that finds its
// channel closed.
func (s *Stmt) choices() []Case {
	if len(s.Cases) == 0 {
		return []Case{s.transfer()}
	}
	return s.Cases
}

// choose is a select, or a receive that finds its channel closed. A timer and a
// channel that is closed can be another alternative; the value received from
// another one leads where the goroutine goes another way.
func (g *goWriter) choose(s *Stmt, note string) {
	if n := g.rounds.loop[s]; n > 0 && g.rounds.early[g.thread] {
		g.printf("if early == %d {\nreturn // a later round came first\n}\n", n)
	}
	g.printf("select {%s\n", note)
	for i, c := range s.choices() {
		switch to := g.later(s, c); {
		case i == 0:
			g.alternative(c, s.Op == RecvClosed)
		case to != nil:
			g.alternative(c, to.Op == RecvClosed)
			g.jump(to)
		case g.rounds.loop[s] > 0:
			g.printf("// not %s: it is not known what would follow in this round\n", g.transferText(c))
		case c.Send:
			g.alternative(c, false)
			g.printf("return // what would follow is not known\n")
		default:
			g.alternative(c, !g.Objects[c.Chan].Timer)
		}
	}
	if s.MayContinue {
		g.printf("default:\nreturn\n")
	}
	g.printf("}\n")
}

// jump leads after a later round.
func (g *goWriter) jump(to *Stmt) {
	if g.rounds.early[g.thread] {
		g.printf("if early != 0 { return }\n")
	}
	if !g.rounds.last[to] {
		g.printf("early = %d\n", g.rounds.loop[to])
	}
	g.printf("goto behind%d // as in a later round\n", g.rounds.labels[to])
}

// alternative begins a case of a select; with closed, a case that goes on where the
// channel is closed, and else leads where the goroutine goes another way.
func (g *goWriter) alternative(c Case, closed bool) {
	if closed {
		g.printf("case _, open := <-%s:\nif open { return }\n", g.object(c.Chan))
		return
	}
	g.printf("case %s:\n", g.transferText(c))
}

func (g *goWriter) transferText(c Case) string {
	if c.Send {
		return g.object(c.Chan) + " <- struct{}{}"
	}
	return "<-" + g.object(c.Chan)
}
