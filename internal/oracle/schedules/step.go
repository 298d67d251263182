package schedules

import (
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// A move is a step from a state to the next one.
type move struct {
	actors []int // the goroutines that went on; none when a timer fired
	site   int
	op     program.Op
	delay  time.Duration // that has to pass before
	to     *state
	panics string // what the step panics with
}

func (m *machine) start() *state {
	s := &state{goroutines: make([]goroutine, len(m.entries)), cells: make([]cell, len(m.objects))}
	m.launch(s, 0)
	return s
}

func (m *machine) launch(s *state, slot int) {
	s.goroutines[slot].status = live
	m.jump(s, slot, m.entries[slot])
}

func (m *machine) jump(s *state, slot, pc int) {
	g := &s.goroutines[slot]
	if g.pc = m.settle(pc); g.pc == end {
		g.status = done
	}
}

// moves returns every step that is possible in s.
func (m *machine) moves(s *state) []move {
	var out []move
	for slot, g := range s.goroutines {
		switch {
		case g.status == pending && !m.stopped:
			next := s.clone()
			m.launch(next, slot)
			out = append(out, move{site: m.started[slot].Site, op: program.AfterFunc, delay: m.started[slot].Delay, to: next})
		case g.status == live:
			out = append(out, m.movesOf(s, slot)...)
		}
	}
	return out
}

func (m *machine) movesOf(s *state, slot int) []move {
	in := &m.code[s.goroutines[slot].pc]
	switch in.op {
	case program.Send, program.PutJob, program.Recv, program.TakeJob, program.EachJob:
		return m.communicate(s, slot, in, in)
	case program.Select:
		return m.choose(s, slot, in)
	}
	next := s.clone()
	mv := move{actors: []int{slot}, site: in.site, op: in.op, delay: in.delay, to: next}
	pc, ok := m.alone(next, slot, in, &mv)
	if !ok {
		return nil
	}
	m.jump(next, slot, pc)
	return []move{mv}
}

// alone performs an instruction that needs no other goroutine, and returns where it
// leads. It reports false when the goroutine is blocked.
func (m *machine) alone(s *state, slot int, in *instr, mv *move) (pc int, ok bool) {
	c := &s.cells[in.object]
	switch in.op {
	case program.Lock:
		return m.lock(s, slot, in)
	case program.Unlock:
		if c.grip != held {
			mv.panics = "unlock of unlocked mutex"
		}
		c.release()
	case program.RLock:
		if c.grip != free {
			return 0, false
		}
		c.read(slot, in.site)
	case program.RUnlock:
		if !c.unread(slot) {
			mv.panics = "RUnlock of unlocked RWMutex"
		}
	case program.TryLock:
		if c.grip != free || len(c.readers) > 0 {
			return in.other, true
		}
		c.take(slot, in.site, held)
	case program.Do:
		if c.count == 1 {
			return in.other, true
		}
		if c.grip != free {
			return 0, false
		}
		c.take(slot, in.site, held)
	case onceDone:
		c.release()
		c.count = 1
	case program.Close:
		if c.closed {
			mv.panics = "close of closed channel"
		}
		c.closed = true
	default:
		return m.aside(s, in, mv)
	}
	return in.next, true
}

// lock is Mutex.Lock, or RWMutex.Lock: that announces the writer, and has the lock
// when the readers are gone.
func (m *machine) lock(s *state, slot int, in *instr) (pc int, ok bool) {
	c := &s.cells[in.object]
	own := c.grip == announced && c.writer.slot == slot
	switch {
	case c.grip != free && !own, own && len(c.readers) > 0:
		return 0, false
	case len(c.readers) > 0:
		c.take(slot, in.site, announced)
		return s.goroutines[slot].pc, true
	}
	c.take(slot, in.site, held)
	return in.next, true
}

// aside performs what has to do with WaitGroups, goroutines and timers.
func (m *machine) aside(s *state, in *instr, mv *move) (pc int, ok bool) {
	c := &s.cells[in.object]
	switch in.op {
	case program.Add:
		c.count++
	case program.Done:
		if c.count--; c.count < 0 {
			mv.panics = "negative WaitGroup counter"
		}
	case program.Wait:
		return in.next, c.count == 0
	case program.Go:
		m.launch(s, in.slot)
	case program.AfterFunc:
		s.goroutines[in.slot].status = pending
	case program.Stop:
		if g := &s.goroutines[m.timers[in.object]]; g.status == pending {
			g.status = absent
		}
	}
	return in.next, true
}
