package racegraph

import "github.com/deadlocklint/deadlocklint/internal/trace"

// This file is the hybrid of locksets and happens-before (O'Callahan, Choi: Hybrid dynamic data
// race detection, PPoPP 2003): two accesses without a common lock, which only values or the
// order of critical sections keep apart. The order is that of go statements, channels,
// WaitGroups, Once and Cond. Nothing says that another run comes to both: such a pair is a
// candidate, for a run that is forced.
//
// Deviation: locks that only read do not guard against each other.

// heldLocks are the critical sections of each goroutine, by lock.
type heldLocks map[trace.G][]heldLock

type heldLock struct {
	lock uint64
	list []*section
}

// held gathers the locks that keep goroutines apart.
func (b *Builder) held() heldLocks {
	if !b.opt.Unguarded {
		return nil
	}
	h := heldLocks{}
	for _, key := range b.blocks.keys {
		if list := b.blocks.sections[key]; list != nil && b.isExclusive(key.obj) {
			h[key.g] = append(h[key.g], heldLock{key.obj, list})
		}
	}
	return h
}

// isExclusive reports whether one goroutine at most holds a lock.
func (b *Builder) isExclusive(lock uint64) bool {
	return b.opt.Capacity == nil || b.opt.Capacity(lock) <= 1
}

// guards reports whether a lock keeps two accesses apart, as far as sections were kept.
func (h heldLocks) guards(x, y *Access) bool {
	for _, a := range h[x.G] {
		s, ok := heldAt(a.list, x.Seq)
		if !ok {
			return true
		}
		for _, b := range h[y.G] {
			if s == nil || a.lock != b.lock {
				continue
			}
			if t, ok := heldAt(b.list, y.Seq); !ok || t != nil && !(s.Read && t.Read) {
				return true
			}
		}
	}
	return false
}

// heldAt is sectionAt. It reports false when the section may have been dropped.
func heldAt(list []*section, seq uint64) (s *section, ok bool) {
	return sectionAt(list, seq), len(list) < maxSections || seq < list[len(list)-1].Seq
}

// unguarded finds two occurrences in plain memory without a common lock.
func (s *search) unguarded(x, y *track) (r Race, ok bool) {
	if x.first().Sync != (Sync{}) || y.first().Sync != (Sync{}) {
		return r, false
	}
	for i := range x.list {
		for j := range y.list {
			a, b := &x.list[i], &y.list[j]
			if !a.loose.Before(b.loose) && !b.loose.Before(a.loose) && !s.held.guards(&a.Access, &b.Access) {
				return Race{Unguarded, a.Access, b.Access}, true
			}
		}
	}
	return r, false
}
