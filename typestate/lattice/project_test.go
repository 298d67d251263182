package lattice

import "slices"

// Project returns the events of one object as an execution of its own, in which
// only threads count that call it. The lattice of the projection has a state for
// every way in which the whole lattice orders these events, since a consistent
// cut of some events is that of a cut of all. It is smaller by as much as the
// other objects' events can be interleaved. Critical sections exclude each other
// as far as calls of this object show that they overlap.
func Project(events []*Event, object int) []*Event {
	threads := map[int]int{}   // to those of the projection
	seqs := map[int][]uint32{} // by thread: the numbers of its events that are of the object
	var list []*Event
	for _, e := range events {
		if e.Object != object {
			continue
		}
		if _, ok := threads[e.Thread]; !ok {
			threads[e.Thread] = len(threads)
		}
		seqs[e.Thread] = append(seqs[e.Thread], e.Clock[e.Thread])
		p := *e
		p.Lockset = slices.Clone(e.Lockset)
		list = append(list, &p)
	}
	for _, p := range list {
		clock := make([]uint32, len(threads))
		for from, to := range threads {
			k := at(p.Clock, from)
			n, exact := slices.BinarySearch(seqs[from], k)
			if exact {
				n++
			}
			clock[to] = uint32(n)
		}
		p.Thread, p.Clock = threads[p.Thread], clock
	}
	MarkLast(list)
	return list
}
