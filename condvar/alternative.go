package condvar

import "slices"

// passesBy reports whether thread t can go on without its channel operation: a
// send with a default that no goroutine takes, or a select of which a timer or a
// closed channel is another alternative. The recorded statements are taken to follow
// all the same, unless it is known what follows.
func (m *machine) passesBy(s state, t int, ready bool) bool {
	if m.exact {
		return false
	}
	in := m.next(s, t)
	switch in.op {
	case mSend:
		return in.stmt.MayContinue && !ready && !m.caseGoesOn(s, t, Case{in.obj, true})
	case mSelect, mRecvClosed:
		if in.loop > 0 { // the code after another alternative is another round
			return false
		}
		for _, c := range in.cases[min(1, len(in.cases)):] {
			if !c.Send && !m.known(t, in, c) && (m.Objects[c.Chan].Timer || s[m.at[c.Chan]] == 0 && s[m.at[c.Chan]+1] != 0) {
				return true
			}
		}
	}
	return false
}

// known reports whether a thread may jump to where it takes an alternative of its
// select.
func (m *machine) known(t int, in *instr, c Case) bool {
	return slices.ContainsFunc(in.jumps, func(pc int) bool { return m.sameCase(m.codes[t].instrs[pc].cases[0], c) })
}

// passed is the partner of a step that passes its operation by.
const passed = -2

// caseGoesOn reports whether a channel operation could be executed by the
// original, although the statement in question cannot.
func (m *machine) caseGoesOn(s state, t int, c Case) bool {
	o, i := m.Objects[c.Chan], m.at[c.Chan]
	switch {
	case s[i+1] != 0 || o.Timer:
		return true
	case o.Capacity > 0 && c.Send:
		return int(s[i]) < o.Capacity
	case o.Capacity > 0:
		return s[i] > 0
	}
	for q := range m.nt { // a thread that offers the other half
		if q != t && m.offers(s, q, Case{c.Chan, !c.Send}) {
			return true
		}
	}
	return false
}

func (m *machine) offers(s state, q int, c Case) bool { return m.next(s, q).offers(c) }

// offers reports whether the original can execute a channel operation there.
func (in *instr) offers(c Case) bool {
	switch in.op {
	case mSend:
		return c.Send && in.obj == c.Chan
	case mRecv, mRecvClosed:
		return !c.Send && in.obj == c.Chan || slices.Contains(in.cases, c)
	case mSelect:
		return slices.Contains(in.cases, c)
	}
	return false
}

// optional are the unbuffered channels into which a goroutine sends only when a
// receiver is there: to come to the receive is a step of its own then.
func (p *Program) optional() map[int]bool {
	list := map[int]bool{}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			if s.Op == Send && s.MayContinue && p.Objects[s.Obj].Capacity == 0 {
				list[s.Obj] = true
			}
		})
	}
	return list
}

// receives are the channels from which a statement may take something.
func (s *Stmt) receives() (list []int) {
	cases := s.Cases
	if len(cases) == 0 {
		cases = []Case{s.transfer()}
	}
	for _, c := range cases {
		if !c.Send {
			list = append(list, c.Chan)
		}
	}
	return list
}
