package condvar

import "slices"

// straighten reorders the steps of a counterexample so that threads are
// switched less often: an equivalent order, since only independent steps
// change places. The search makes steps that need no choice as soon as it can,
// which jumps from thread to thread.
func (s *search) straighten(steps []step) []step {
	n := len(steps)
	before := s.dependencies(steps)
	done := make([]bool, n)
	ready := func(i int) bool {
		return !slices.ContainsFunc(before[i], func(k int) bool { return !done[k] })
	}
	var out []step
	first, last := 0, -1
	for len(out) < n {
		for first < n && done[first] {
			first++
		}
		pick := -1
		if last >= 0 { // go on with the same thread as long as it can
			for i := first; i < n && pick < 0; i++ {
				if !done[i] && steps[i].thread == last {
					if pick = i; !ready(i) {
						pick = -1
						break
					}
				}
			}
		}
		if pick < 0 {
			pick = first // the earliest one left is always ready
		}
		done[pick] = true
		last = steps[pick].thread
		out = append(out, steps[pick])
	}
	return out
}

// retrace follows reordered steps: a pool may have another of its rounds there.
func (s *search) retrace(steps []step) []step {
	cur := s.start()
	for i := range steps {
		st := &steps[i]
		st.pc = int(cur[st.thread])
		s.step(cur, st.thread, s.choiceOf(cur, st.thread, st.transition))
	}
	return steps
}

// dependencies returns for each step the latest earlier steps that it must not
// overtake, at most one of each thread.
func (s *search) dependencies(steps []step) [][]int {
	before := make([][]int, len(steps))
	last := map[int]map[int]map[uint8]int{} // row, thread, access -> step
	prev := map[int]int{}
	for i, st := range steps {
		in := &s.codes[st.thread].instrs[st.pc]
		for _, t := range []int{st.thread, st.partner} {
			if k, ok := prev[t]; ok && t >= 0 {
				before[i] = append(before[i], k)
			}
		}
		s.conflictsOf(st, in, func(row int, access uint8) {
			for t, m := range last[row] {
				if t == st.thread {
					continue
				}
				for a, k := range m {
					if !commute(a, access) {
						before[i] = append(before[i], k)
					}
				}
			}
		})
		s.conflictsOf(st, in, func(row int, access uint8) {
			if last[row] == nil {
				last[row] = map[int]map[uint8]int{}
			}
			if last[row][st.thread] == nil {
				last[row][st.thread] = map[uint8]int{}
			}
			last[row][st.thread][access] = i
		})
		prev[st.thread] = i
		if st.partner >= 0 {
			prev[st.partner] = i
		}
	}
	return before
}

// conflictsOf is the accesses of a step, with those that it waited for: a thread begins
// after its go statement and is woken after the signal. A partner whose first step is to take a value has begun, too.
func (s *search) conflictsOf(st step, in *instr, f func(row int, access uint8)) {
	s.accesses(in, f)
	switch in.op {
	case mWoken:
		f(in.obj, aExcl)
	case mOrder:
		f(s.threadRow(in.obj)+s.nt, aExcl)
	}
	s.entersPool(st, in, f)
	for _, t := range []int{st.thread, st.partner} {
		if t >= 0 { // both move on
			f(s.threadRow(t), aShared)
			f(s.threadRow(t)+s.nt, aShared)
		}
	}
}

// entersPool is the access of a step that brings a thread to the rounds of its pool: another
// one may take one of them.
func (s *search) entersPool(st step, in *instr, f func(row int, access uint8)) {
	threads := []int{st.thread}
	if in.op == mGo {
		threads = append(threads, int(in.arg))
	}
	for _, t := range threads {
		if i := s.poolOf[t]; i > 0 && (t != st.thread || !s.inPool(t, st.pc)) {
			f(s.pools[i-1].ch, aExcl)
		}
	}
}

// inPool reports whether a place of a thread is one of the loop of its pool.
func (s *search) inPool(t, pc int) bool {
	p := &s.pools[s.poolOf[t]-1]
	return slices.ContainsFunc(p.members, func(w member) bool { return w.thread == t && p.has(w, int64(pc)) })
}

// commute reports whether two accesses of an object may change places. Those
// that only read or only add do; for the rest it is enough that no order that
// matters is lost.
func commute(a, b uint8) bool { return a == aShared && b == aShared || a == aTry && b == aTry }

// events describes the steps of a counterexample, and follows who is woken. A turn that is
// no event, as it is a part of one, stands for the event before it.
func (s *search) events(steps []step, turn int) (list []Event) {
	cur := s.start()
	for i, st := range steps {
		in := &s.codes[st.thread].instrs[max(st.pc, st.jump)]
		e := Event{Thread: st.thread, Stmt: in.stmt, Partner: max(st.partner, -1), Skipped: st.partner == passed}
		if st.partner >= 0 {
			if at := s.taker(cur, st.partner, e.Stmt.transfer().Chan); at >= 0 {
				e.Receiver = s.codes[st.partner].instrs[at].stmt
				e.LaterRound = at != int(cur[st.partner])
			}
		}
		e.LaterRound = e.LaterRound || st.jump > 0
		before := slices.Clone(cur)
		s.step(cur, st.thread, s.choiceOf(cur, st.thread, st.transition))
		switch in.op {
		case mBranch:
			e.Taken = s.holds(before, in.expr)
			e.Deviates = in.stmt.Op == If && in.stmt.Times > 0 && e.Taken != in.stmt.held
		case mSignal, mBroadcast:
			for q := range s.nt {
				if before[s.nt+q] > 0 && cur[s.nt+q] == 0 {
					e.Wakes = append(e.Wakes, q)
				}
			}
		}
		e.Resumed = in.stmt != nil && in.stmt.Op == Wait && st.pc > 0 && s.codes[st.thread].instrs[st.pc-1].stmt == in.stmt
		if in.stmt != nil && in.op != mAcquire && in.op != mArrive {
			list = append(list, e)
		}
		if i == turn && len(list) > 0 {
			list[len(list)-1].TurningPoint = true
		}
	}
	return list
}
