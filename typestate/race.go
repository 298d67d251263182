package typestate

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Race is an object whose methods are called concurrently by goroutines that
// hold no lock in common (thesis, section 6.2.2).
type Race struct {
	Type   string
	First  *Call
	Second *Call
}

// An Order says what orders calls of different goroutines.
type Order uint8

// The orders.
const (
	// Soft is everything this run showed: go, WaitGroup, channels, Cond, Once,
	// atomics, timers. It is the default.
	Soft Order = iota
	// Hard is the order that holds in every run: go and WaitGroup. The thesis has start,
	// join and notify.
	Hard
)

func (c *Call) past(o Order) lockgraph.HappensBefore {
	if o == Hard {
		return c.point.Hard
	}
	return c.point.Soft
}

// after reports whether d, an earlier call of another goroutine, happens before c.
func (c *Call) after(d *Call, o Order) bool {
	return c.past(o).Until(d.point.Number) >= d.Seq
}

// excludes reports whether a common lock keeps the calls apart.
func excludes(a, b *Call) bool {
	for _, h := range a.point.Held {
		if slices.ContainsFunc(b.point.Held, func(g lockgraph.Holding) bool {
			return g.Lock == h.Lock && !(g.Mode == lockgraph.Shared && h.Mode == lockgraph.Shared)
		}) {
			return true
		}
	}
	return false
}

// Concurrent is a call of another goroutine on the object of a call with which it is concurrent, and that no lock keeps apart. It
// is nil when there is none. A call of another method comes first, and then the nearest one: two calls of one method are seldom an error.
func (r *Recording) Concurrent(c *Call, o Order) (found *Call) {
	for _, d := range r.objects[c.Object] {
		first, second := d, c
		if d.Seq > c.Seq {
			first, second = c, d
		}
		if d.G != c.G && !excludes(c, d) && !second.after(first, o) && (found == nil || c.nearer(d, found)) {
			found = d
		}
	}
	return found
}

// nearer reports whether d tells more of a call than e does, see Concurrent.
func (c *Call) nearer(d, e *Call) bool {
	if other := d.Method != c.Method; other != (e.Method != c.Method) {
		return other
	}
	distance := func(d *Call) uint64 { return max(c.Seq, d.Seq) - min(c.Seq, d.Seq) }
	return distance(d) < distance(e)
}

// Races returns one race per type, that of its first object in a race, in the
// order in which they were found.
func (r *Recording) Races(o Order) []Race {
	found := map[string]bool{}
	var races []Race
	objects := map[uint64]database{}
	for _, c := range r.Calls {
		if found[c.Type] {
			continue
		}
		if d := objects[c.Object].race(c, o); d != nil {
			found[c.Type] = true
			races = append(races, Race{c.Type, d, c})
			continue
		}
		objects[c.Object] = objects[c.Object].enter(c)
	}
	return races
}
