package condvar

import "slices"

// A value that is sent goes to any of the goroutines that wait for one, and the work after it
// belongs to the value as much as to the goroutine. So goroutines of a pool that wait at the
// heads of their loops could change places. But the orders of a recording, such as those of
// an atomic counter, name goroutines. They make goroutines different that are alike in all
// other statements, and a hundred of them had more than 2^100 states.
//
// So among goroutines at a receive whose statements are the same but for orders, the one
// gets the value whose receive was first in the recorded run. Orders stay with the value
// that they were recorded for, as far as its goroutine is there.
//
// Deviation: orders that belong to a goroutine and not to a value are looked at in the same
// way. Then the ways in which another goroutine gets the value are left out.
type receivers struct {
	alike [][]int64  // of the places of a thread: equal where the code left is, but for orders; 0 elsewhere
	rank  [][]uint64 // of the same places: the first of the recorded run, of those with the same code left

	// Of the send that is looked at.
	found  []int
	firsts []rankedClass
}

// A rankedClass is the lowest rank of a class.
type rankedClass struct {
	class int64
	rank  uint64
}

// findReceivers numbers the receives of channels without a buffer, unless there are no orders.
// It takes time linear in the code, where no loops are nested.
func (m *machine) findReceivers(named []bool) {
	if !m.ordered() {
		return
	}
	r := &receivers{alike: make([][]int64, m.nt), rank: make([][]uint64, m.nt)}
	loose := numbering{machine: m, numbers: map[string]int64{}, loose: true}
	exact := numbering{machine: m, numbers: map[string]int64{}}
	first := map[int64]uint64{}
	classes := make([][]int64, m.nt)
	for t := range m.codes {
		if m.early[t] > 0 || m.passing[t] != nil || m.poolOf[t] > 0 {
			continue
		}
		r.alike[t] = loose.classes(t)
		classes[t] = exact.classes(t)
		for pc, c := range classes[t] {
			if seq, ok := first[c]; m.isHead(t, pc) && (!ok || m.seq(t, pc) < seq) {
				first[c] = m.seq(t, pc)
			}
		}
	}
	for t := range m.codes {
		r.rank[t] = make([]uint64, len(classes[t]))
		for pc := range classes[t] {
			switch {
			case !m.isHead(t, pc):
				r.alike[t][pc] = 0
			case named[t]:
				r.rank[t][pc] = m.seq(t, pc)
			default:
				r.rank[t][pc] = first[classes[t][pc]]
			}
		}
	}
	m.receivers = r
}

// ordered reports whether some thread waits for the order of another one.
func (m *machine) ordered() bool {
	for t := range m.codes {
		for i := range m.codes[t].instrs {
			if m.codes[t].instrs[i].op == mOrder {
				return true
			}
		}
	}
	return false
}

// isHead reports whether a place is a receive that the sender makes.
func (m *machine) isHead(t, pc int) bool {
	in := &m.codes[t].instrs[pc]
	return in.op == mRecv && m.Objects[in.obj].Capacity == 0 && !m.Objects[in.obj].Timer
}

func (m *machine) seq(t, pc int) uint64 { return m.codes[t].instrs[pc].stmt.Source.Seq }

// class is that of the place of a thread, 0 for none.
func (r *receivers) class(s state, t int) int64 {
	if r.alike[t] == nil {
		return 0
	}
	return r.alike[t][s[t]]
}

// takers calls f for the threads of which one takes what thread t sends on a channel without
// a buffer. It takes linear time where few threads are alike to none.
func (m *machine) takers(s state, t, ch int, f func(q int)) {
	if m.receivers == nil {
		for q := range m.nt {
			if q != t && m.taker(s, q, ch) >= 0 {
				f(q)
			}
		}
		return
	}
	m.receivers.find(m, s, t, ch)
	for _, q := range m.receivers.found {
		if m.receivers.isFirst(s, q) {
			f(q)
		}
	}
}

// find notes the threads that stand where they can take a value, and the first of each class.
func (r *receivers) find(m *machine, s state, t, ch int) {
	r.found, r.firsts = r.found[:0], r.firsts[:0]
	for q := range m.nt {
		if q == t || m.taker(s, q, ch) < 0 {
			continue
		}
		r.found = append(r.found, q)
		class := r.class(s, q)
		if class == 0 {
			continue
		}
		i := slices.IndexFunc(r.firsts, func(o rankedClass) bool { return o.class == class })
		if i < 0 {
			r.firsts = append(r.firsts, rankedClass{class, r.rank[q][s[q]]})
		} else {
			r.firsts[i].rank = min(r.firsts[i].rank, r.rank[q][s[q]])
		}
	}
}

// isFirst reports whether no thread that is alike comes before thread q.
func (r *receivers) isFirst(s state, q int) bool {
	class := r.class(s, q)
	return class == 0 || slices.Contains(r.firsts, rankedClass{class, r.rank[q][s[q]]})
}
