package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// passing is a goroutine that has come by a second access, for the order Behind. When that
// takes a lock, the goroutine goes on until the lock is free: held back before that, it
// would keep others in the middle of an operation.
type passing struct {
	on     bool
	id     uint32
	object uint32 // of the access
	locks  bool   // it has the lock of the access,
	leaves bool   // and is about to give it back
}

// pass notes the goroutine that goes on, when it comes by a second access.
func (s *passing) pass(a *point.Goroutine) {
	if !s.on && a.Access&Second != 0 && a.Object != 0 {
		*s = passing{on: true, id: a.ID, object: a.Object, locks: a.Op == point.OpRequest || a.Op == point.OpRRequest}
	}
}

// look notes whether the lock is free.
func (s *passing) look(p *point.Point) {
	if !s.on || !s.locks {
		return
	}
	i := p.IndexOf(s.id)
	if i < 0 { // it waits, or has ended
		return
	}
	a := &p.Enabled[i]
	unlocks := (a.Op == point.OpUnlock || a.Op == point.OpRUnlock) && a.Object == s.object
	if s.leaves && !unlocks {
		s.locks = false
	}
	s.leaves = s.leaves || unlocks
}

// isBehind reports whether all that belongs to the second access is over, or cannot go on.
func (s *passing) isBehind(p *point.Point) bool { return s.on && (!s.locks || p.IndexOf(s.id) < 0) }

// stops reports whether a goroutine is held back after its second access.
func (s *passing) stops(a *point.Goroutine) bool { return s.on && !s.locks && a.ID == s.id }
