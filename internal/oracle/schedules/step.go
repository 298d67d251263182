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
	panics string // the value of the step's panic
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
	if m.waits(s, slot, in) {
		return nil
	}
	next := s.clone()
	mv := move{actors: []int{slot}, site: in.site, op: in.op, delay: in.delay, to: next}
	m.jump(next, slot, m.alone(next, slot, in, &mv))
	return []move{mv}
}

// waits reports whether an instruction that needs no other goroutine is blocked.
func (m *machine) waits(s *state, slot int, in *instr) bool {
	c := &s.cells[in.object]
	switch in.op {
	case program.Lock:
		own := c.grip == announced && c.writer.slot == slot
		return c.grip != free && !own || own && len(c.readers) > 0
	case program.RLock:
		return c.grip != free
	case program.Do:
		return c.count == 0 && c.grip != free
	case program.Wait:
		return c.count > 0
	}
	return false
}

// alone performs an instruction that needs no other goroutine and is not blocked, and
// returns where it leads.
func (m *machine) alone(s *state, slot int, in *instr, mv *move) int {
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
		c.read(slot, in.site)
	case program.RUnlock:
		if !c.unread(slot) {
			mv.panics = "RUnlock of unlocked RWMutex"
		}
	case program.TryLock:
		if c.grip != free || len(c.readers) > 0 {
			return in.other
		}
		c.take(slot, in.site, held)
	case program.Do:
		if c.count == 1 {
			return in.other
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
	return in.next
}

// lock is Mutex.Lock, or RWMutex.Lock: that announces the writer, and has the lock
// when the readers are gone.
func (m *machine) lock(s *state, slot int, in *instr) int {
	c := &s.cells[in.object]
	if len(c.readers) > 0 {
		c.take(slot, in.site, announced)
		return s.goroutines[slot].pc
	}
	c.take(slot, in.site, held)
	return in.next
}

// aside performs what has to do with WaitGroups, goroutines and timers.
func (m *machine) aside(s *state, in *instr, mv *move) int {
	c := &s.cells[in.object]
	switch in.op {
	case program.Add:
		c.count++
	case program.Done:
		if c.count--; c.count < 0 {
			mv.panics = "negative WaitGroup counter"
		}
	case program.Go:
		m.launch(s, in.slot)
	case program.AfterFunc:
		s.goroutines[in.slot].status = pending
	case program.Stop:
		if g := &s.goroutines[m.timers[in.object]]; g.status == pending {
			g.status = absent
		}
	}
	return in.next
}
