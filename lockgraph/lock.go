package lockgraph

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Mode is how a lock is held or requested.
type Mode uint8

// The modes of a lock. A plain mutex knows only Exclusive.
const (
	Exclusive Mode = iota
	Shared
)

// String returns the mode as findings write it: the name of the method.
func (m Mode) String() string {
	if m == Shared {
		return "rlock"
	}
	return "lock"
}

// excludes reports whether a holder in mode a keeps out a holder in mode b.
func excludes(a, b Mode) bool { return a == Exclusive || b == Exclusive }

// A lock is the relation's record of one lock instance.
type lock struct {
	id        uint64
	index     uint32 // position in Relation.locks
	capacity  int
	first     slot       // the first goroutine that acquired it
	shared    bool       // by now a second one has
	handedOff bool       // it was released by a goroutine that did not hold it
	inUse     uint16     // slots, when the capacity is more than 1
	holder    *goroutine // in exclusive mode, when the capacity is 1
	sharer    *goroutine // the last to acquire it in shared mode or as one of many
	released  *[2]pool   // by mode, with LockOrder
	shares    []*share   // by acquire, of a lock that several hold; some are over
	crowded   int        // length of shares at which these are dropped
}

// A share is a hold on a lock that several goroutines can hold.
type share struct {
	g    *goroutine
	over bool
}

// share notes a hold.
func (l *lock) share(g *goroutine) *share {
	if len(l.shares) > l.crowded {
		l.shares = slices.DeleteFunc(l.shares, func(s *share) bool { return s.over })
		l.crowded = 2*len(l.shares) + 16
	}
	s := &share{g: g}
	l.shares = append(l.shares, s)
	return s
}

// oldest returns the goroutine that has held a share longest, or nil.
func (l *lock) oldest() *goroutine {
	for len(l.shares) > 0 && l.shares[0].over {
		l.shares = l.shares[1:]
	}
	if len(l.shares) == 0 {
		return nil
	}
	return l.shares[0].g
}

// afterReleases orders an acquire of l after the releases that it had to wait for.
func (b *Builder) afterReleases(g *goroutine, l *lock, e trace.Event) {
	if l.released == nil {
		return
	}
	b.receivePool(g, &l.released[Exclusive], e)
	if modeOf(e.Op) == Exclusive {
		b.receivePool(g, &l.released[Shared], e)
	}
}

// releasedBy notes a release of l.
func (l *lock) releasedBy(m message, mode Mode, known *memo) {
	if l.released == nil {
		l.released = &[2]pool{{softOnly: true}, {softOnly: true}}
	}
	l.released[mode].add(m, known)
}
