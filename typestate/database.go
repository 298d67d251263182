package typestate

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A database is the calls on one object that a later call may be in a race with:
// the event database of section 8.2, which has an entry for each site, clock and
// lockset. Here a call stands for all that happen before it and hold at least its
// locks: a later call that is concurrent with one of those is concurrent with
// it as well. So there are groups by lockset, and only a group whose locks keep its
// own calls apart has more than one.
type database []*group

// A group is the calls with the same locks, the last one of each goroutine.
type group struct {
	locks []uint64 // see sections
	calls []*Call
	of    map[trace.G]int // index in calls
}

// race returns a call that is concurrent with c, and that no lock keeps apart.
func (db database) race(c *Call, o Order) *Call {
	for _, g := range db {
		if len(g.calls) == 0 || excludes(g.calls[0], c) {
			continue
		}
		for _, e := range g.calls {
			if e.G != c.G && !c.after(e, o) {
				return e
			}
		}
	}
	return nil
}

// enter adds a call that is in no race: it comes after all calls that its locks
// do not keep apart.
func (db database) enter(c *Call) database {
	locks := sections(c)
	var own *group
	for _, g := range db {
		if slices.Equal(g.locks, locks) {
			own = g
		}
		if len(g.calls) > 0 && !excludes(g.calls[0], c) && covers(g.calls[0], c) {
			g.calls = nil
			clear(g.of)
		}
	}
	if own == nil {
		own = &group{locks: locks, of: map[trace.G]int{}}
		db = append(db, own)
	}
	own.add(c)
	return db
}

func (g *group) add(c *Call) {
	if i, ok := g.of[c.G]; ok {
		g.calls[i] = c
		return
	}
	g.of[c.G] = len(g.calls)
	g.calls = append(g.calls, c)
}

// covers reports whether every lock of c is held by e as well, in a mode that
// excludes as much.
func covers(e, c *Call) bool {
	return !slices.ContainsFunc(c.point.Held, func(h lockgraph.Holding) bool {
		return !slices.ContainsFunc(e.point.Held, func(k lockgraph.Holding) bool {
			return k.Lock == h.Lock && (k.Mode == h.Mode || h.Mode == lockgraph.Shared)
		})
	})
}

// sections lists the locks of a call.
func sections(c *Call) []uint64 {
	var locks []uint64
	for _, h := range c.point.Held {
		locks = append(locks, h.Lock<<1|uint64(h.Mode))
	}
	slices.Sort(locks)
	return locks
}
