package typestate

import (
	"fmt"
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
	// Hard is what holds in every run: go and WaitGroup. The thesis has start,
	// join and notify.
	Hard
)

func (c *Call) past(o Order) lockgraph.Past {
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

// An entry is one row of the event database: calls of one goroutine at one site
// on one object with the same clock and the same locks (section 8.2). Of these
// the last one is kept: one that is concurrent with a later call of another
// goroutine makes the last one so too, unless it was seen already.
type entry struct {
	last *Call
	key  string
}

// Races returns one race per type, that of its first object in a race, in the
// order in which they were found. The database has an entry per (object,
// goroutine, site, clock, lockset).
func (r *Recording) Races(o Order) []Race {
	found := map[string]bool{}
	var races []Race
	database := map[uint64][]entry{}
	for _, c := range r.Calls {
		if found[c.Type] {
			continue
		}
		if d := raceWith(database[c.Object], c, o); d != nil {
			found[c.Type] = true
			races = append(races, Race{c.Type, d, c})
			continue
		}
		database[c.Object] = enter(database[c.Object], c, o)
	}
	return races
}

func raceWith(entries []entry, c *Call, o Order) *Call {
	for _, e := range entries {
		if e.last.G != c.G && !c.after(e.last, o) && !excludes(e.last, c) {
			return e.last
		}
	}
	return nil
}

func enter(entries []entry, c *Call, o Order) []entry {
	key := fmt.Sprint(c.Site, " ", c.G, " ", sections(c))
	for i := range entries {
		if e := &entries[i]; e.key == key && e.last.past(o) == c.past(o) {
			e.last = c
			return entries
		}
	}
	return append(entries, entry{c, key})
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
