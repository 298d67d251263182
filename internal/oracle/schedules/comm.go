package schedules

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// choose is Select: each case that is ready, or the default. A default is possible
// too beside a case that only another goroutine makes ready: that one may not have
// arrived yet.
func (m *machine) choose(s *state, slot int, in *instr) []move {
	var out []move
	var byDefault *instr
	ready := false
	for i := range in.cases {
		c := &in.cases[i]
		switch c.op {
		case program.Default:
			byDefault = c
		case program.After:
			if ticks := m.settle(c.next) == s.goroutines[slot].pc; ticks || !m.stopped {
				out = append(out, m.goOn(s, slot, c, c.next))
			}
		default:
			out = append(out, m.communicate(s, slot, in, c)...)
			ready = ready || m.readyAlone(s, c)
		}
	}
	if byDefault != nil && !ready {
		out = append(out, m.goOn(s, slot, byDefault, byDefault.next))
	}
	return out
}

func hasDefault(in *instr) bool {
	return slices.ContainsFunc(in.cases, func(c instr) bool { return c.op == program.Default })
}

func (m *machine) goOn(s *state, slot int, in *instr, pc int) move {
	next := s.clone()
	m.jump(next, slot, pc)
	return move{actors: []int{slot}, site: in.site, op: in.op, delay: in.delay, to: next}
}

func sends(op program.Op) bool { return op == program.Send || op == program.PutJob }

func receives(op program.Op) bool {
	return op == program.Recv || op == program.TakeJob || op == program.EachJob
}

// readyAlone reports whether c can be performed without another goroutine.
func (m *machine) readyAlone(s *state, c *instr) bool {
	ch := &s.cells[c.object]
	switch {
	case m.objects[c.object].Kind == program.NilChan:
		return false
	case ch.closed, receives(c.op) && len(ch.buf) > 0:
		return true
	}
	return sends(c.op) && len(ch.buf) < m.objects[c.object].Cap
}

// communicate performs c, an instruction or a case of it. A rendezvous is a move of
// the sender.
func (m *machine) communicate(s *state, slot int, in, c *instr) []move {
	if m.readyAlone(s, c) {
		return []move{m.withBuffer(s, slot, c)}
	}
	if !sends(c.op) || m.objects[c.object].Kind == program.NilChan || m.objects[c.object].Cap > 0 {
		return nil
	}
	var out []move
	for other, g := range s.goroutines {
		if g.status != live || other == slot {
			continue
		}
		at := &m.code[g.pc]
		if hasDefault(in) && hasDefault(at) {
			continue // neither ever waits
		}
		for _, r := range append(slices.Clone(at.cases), *at) {
			if receives(r.op) && r.object == c.object {
				out = append(out, m.meet(s, slot, c, other, &r))
			}
		}
	}
	return out
}

// meet is a rendezvous.
func (m *machine) meet(s *state, sender int, c *instr, receiver int, r *instr) move {
	next := s.clone()
	m.jump(next, sender, c.next)
	m.jump(next, receiver, received(r, c.value, true))
	return move{actors: []int{sender, receiver}, site: c.site, op: c.op, to: next}
}

// withBuffer is an operation on a channel that is closed, or whose buffer allows it.
func (m *machine) withBuffer(s *state, slot int, c *instr) move {
	next := s.clone()
	mv := move{actors: []int{slot}, site: c.site, op: c.op, to: next}
	ch := &next.cells[c.object]
	switch {
	case sends(c.op) && ch.closed:
		mv.panics = "send on closed channel"
		return mv
	case sends(c.op):
		ch.buf = append(ch.buf, c.value)
		m.jump(next, slot, c.next)
		return mv
	}
	value, ok := 0, len(ch.buf) > 0
	if ok {
		value = ch.buf[0]
		ch.buf = ch.buf[1:]
	} else if c.op == program.TakeJob {
		mv.panics = "call of a nil function"
		return mv
	}
	m.jump(next, slot, received(c, value, ok))
	return mv
}

// received is where a receiver goes on with a value, or without one.
func received(r *instr, value int, ok bool) int {
	switch {
	case r.op == program.EachJob && !ok:
		return r.other
	case r.op == program.EachJob, r.op == program.TakeJob:
		return r.jobs[value]
	}
	return r.next
}
