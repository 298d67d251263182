package condvar

// This file writes the selects of a trace program as Go. One that comes again is
// a round of a loop (see selects.go): an alternative that it takes later leads
// behind the later one, by a goto, and the others are left out, since nobody knows
// what would follow them.

// goRounds are the rounds of the loops of a program, as Go needs them.
type goRounds struct {
	again  map[*Stmt]bool
	leads  map[*Stmt][]*Stmt // the later rounds to which it may jump
	labels map[*Stmt]int     // of those that somebody jumps to, from 1
}

func (p *Program) goRounds() goRounds {
	r := goRounds{again: map[*Stmt]bool{}, leads: map[*Stmt][]*Stmt{}, labels: map[*Stmt]int{}}
	for _, c := range compile(p) {
		for i := range c.instrs {
			in := &c.instrs[i]
			if in.stmt == nil || !in.again {
				continue
			}
			r.again[in.stmt] = true
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
// channel that is closed can be another alternative; what is received from
// another one leads where the goroutine goes another way.
func (g *goWriter) choose(s *Stmt, note string) {
	g.printf("select {%s\n", note)
	for i, c := range s.choices() {
		switch to := g.later(s, c); {
		case i == 0:
			g.alternative(c, s.Op == RecvClosed)
		case to != nil:
			g.alternative(c, to.Op == RecvClosed)
			g.printf("goto behind%d // as in a later round\n", g.rounds.labels[to])
		case g.rounds.again[s]:
			g.printf("// not %s: nobody knows what would follow in this round\n", g.transferText(c))
		case c.Send:
			g.alternative(c, false)
			g.printf("return // what would follow is not known\n")
		default:
			g.alternative(c, !g.Objects[c.Chan].Timer)
		}
	}
	if s.Open {
		g.printf("default:\nreturn\n")
	}
	g.printf("}\n")
}

// alternative begins a case of a select; with closed, one that goes on where the
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
