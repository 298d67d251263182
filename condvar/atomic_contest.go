package condvar

import "slices"

// An atomicContest is two threads of q of which one saw in one recording what the other one had
// written to an atomic variable, and in the other recording the other way round, at the same
// places of both. Such threads compete, and one thread wins: the CompareAndSwap of
// one succeeds, or it gets the smaller ticket. In each run one of them is the first. So both
// have their control flow from one recording. With those of two recordings both would be the
// first, or neither.
type atomicContest [2]int

// An atomicOrder is an order of an atomic: one thread, at a place, saw the write of another one.
type atomicOrder struct {
	reader, writer  int
	readAt, wroteAt spot
}

// contests finds those of two recordings. It takes time linear in the statements of the
// threads for each order between threads that went different ways.
func (m *matching) contests(differ []int) (list []atomicContest) {
	inQ, inP := map[int]int{}, map[int]int{}
	for _, t := range differ {
		inQ[t], inP[m.threads[t]] = t, t
	}
	reverse := map[atomicOrder]bool{}
	for _, s := range m.q.atomicOrders(inQ) {
		reverse[atomicOrder{s.writer, s.reader, s.wroteAt, s.readAt}] = true
	}
	for _, s := range m.p.atomicOrders(inP) {
		if reverse[s] {
			list = append(list, atomicContest{s.reader, s.writer})
		}
	}
	return list
}

// atomicOrders are those between threads with a name.
func (p *Program) atomicOrders(name map[int]int) (list []atomicOrder) {
	for t, reader := range name {
		for _, s := range flatten(p.Threads[t].Body) {
			writer, ok := name[s.Obj]
			if s.Op != Order || !ok {
				continue
			}
			list = append(list, atomicOrder{reader, writer, p.spotAt(t, s.Source.Seq), p.spotAt(s.Obj, uint64(s.Arg))})
		}
	}
	return list
}

// spotAt is the last place that a thread came to by some time.
func (p *Program) spotAt(t int, seq uint64) (at spot) {
	for _, s := range flatten(p.Threads[t].Body) {
		if s.Source.Seq <= seq && s.spot() != (spot{}) {
			at = s.spot()
		}
	}
	return at
}

// sameRecording reports whether both threads of each contest have their control flow from one
// recording, when some threads of q go their way.
func sameRecording(contests []atomicContest, set []int) bool {
	for _, c := range contests {
		if slices.Contains(set, c[0]) != slices.Contains(set, c[1]) {
			return false
		}
	}
	return true
}
