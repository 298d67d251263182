package condvar

import "slices"

// A thread may be blocked at a channel after an operation there that it passed by. What
// was recorded after that one is taken to follow all the same, but not so what the thread
// does with that channel: a value that fills the channel again, or replaces a
// sent value, is sent only where it was. So a state says which channels the thread
// passed by and still uses. (The way to a state does not say it: a search keeps one way.)
type skippedOperation struct {
	at    int         // where the state has a bit for each channel
	until map[int]int // the last place that uses the channel
}

// passable are the channels with a bit of their own; more of them share the bits.
const passable = 62

func passingBit(ch int) int64 { return 1 << (ch % passable) }

// findPassing finds the threads that have an operation which may be passed by, and another
// one at the same channel after it.
func (m *machine) findPassing() {
	m.passing = make([]*skippedOperation, m.nt)
	for t := range m.codes {
		until := m.channelsUntil(t)
		for pc, in := range m.codes[t].instrs {
			if !in.mayPass() {
				continue
			}
			ch := in.stmt.transfer().Chan
			if until[ch] <= pc {
				continue
			}
			if m.passing[t] == nil {
				m.passing[t] = &skippedOperation{at: m.size, until: until}
				m.size++
			}
		}
	}
}

// mayPass reports whether a thread may go on without the operation.
func (in *instr) mayPass() bool {
	return in.op == mSend && in.stmt.MayContinue || (in.op == mSelect || in.op == mRecvClosed) && len(in.cases) > 1
}

// channelsUntil is the last place of a thread that uses each channel. Inside of a loop it
// is the end of the loop.
func (m *machine) channelsUntil(t int) map[int]int {
	until := map[int]int{}
	for pc, in := range m.codes[t].instrs {
		switch in.op {
		case mSend, mRecv, mRecvClosed, mSelect:
			for _, ch := range in.stmt.Channels() {
				until[ch] = pc
			}
		case mJump:
			for ch, last := range until {
				if last >= in.to {
					until[ch] = pc
				}
			}
		}
	}
	return until
}

// passes notes that thread t passes its next operation by.
func (m *machine) passes(s state, t int) {
	if p := m.passing[t]; p != nil {
		s[p.at] |= passingBit(m.next(s, t).stmt.transfer().Chan)
	}
}

// forget drops the channels that the thread does not use any more.
func (m *machine) forget(s state, t int) {
	p := m.passing[t]
	if p == nil || s[p.at] == 0 {
		return
	}
	var used int64
	for ch, last := range p.until {
		if last >= int(s[t]) {
			used |= passingBit(ch)
		}
	}
	s[p.at] &= used
}

// afterPassing reports whether a thread of the core is blocked at a channel that it has
// passed by before.
func (s *search) afterPassing(cur state, core []int) bool {
	return slices.ContainsFunc(core, func(t int) bool {
		p := s.passing[t]
		return p != nil && slices.ContainsFunc(s.next(cur, t).stmt.Channels(), func(ch int) bool { return cur[p.at]&passingBit(ch) != 0 })
	})
}
