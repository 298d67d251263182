package lockgraph

import (
	"cmp"
	"slices"
	"sort"
)

// The sync-preserving check (SPDOffline: Tunç, Mathur, Pavlogiannis,
// Viswanathan, "Sound Dynamic Deadlock Prediction in Linear Time", PLDI 2023).
//
// A reordering of a run is sync-preserving when every goroutine executes a
// prefix of its steps, reads the same values (soft order), and the critical
// sections of a lock that are in it come in the order of the run. Some such
// reordering ends before all acquires e0..ek-1 of a pattern if and only if
// the closure of their predecessors contains none of them, where the closure is
// the least set that (a) is closed downward under soft order and (b) contains
// the release of a critical section whenever it contains its acquire and a
// later acquire of the same lock.
//
// Deviations: in (b) two shared sections do not exclude each other. Of a lock
// with capacity n as many sections may stay open as there were free slots when
// the most slots were in use; when there are more, the oldest are ended. That
// is sufficient for a prefix that can be replayed in the order of the run, and
// not necessary.
//
// A closure is a trie. Adding to it costs O(log) per critical section list of
// a goroutine that gained events, so a pattern costs O(goroutines × locks × log)
// per round, and rounds are bounded by the number of sections.

// A sectionIndex finds the critical sections of a goroutine by lock and mode.
// Sections of locks which only one goroutine ever acquired order nothing and
// are left out.
type sectionIndex struct {
	tracks [][]*track // by slot
	count  int
}

// A track is the list of sections of one goroutine, lock and mode, in order.
type track struct {
	id       int
	sections []*section
	overlap  bool // more than the last one can be open: one was given away or released by another goroutine, or there is a capacity
}

type trackKey struct {
	slot slot
	lock uint32
	mode Mode
}

func (r *Relation) sectionIndex() *sectionIndex {
	if r.index != nil {
		return r.index
	}
	x := &sectionIndex{tracks: make([][]*track, len(r.ids))}
	byKey := map[trackKey]*track{}
	for _, chunk := range r.sections.chunks {
		for i := range chunk {
			s := &chunk[i]
			if !r.locks[s.lock].shared {
				continue
			}
			x.enter(byKey, s, r.locks[s.lock].capacity > 1)
		}
	}
	r.index = x
	return x
}

func (x *sectionIndex) enter(byKey map[trackKey]*track, s *section, overlap bool) {
	k := trackKey{s.slot, s.lock, s.mode}
	t := byKey[k]
	if t == nil {
		t = &track{id: x.count, overlap: overlap}
		x.count++
		byKey[k] = t
		x.tracks[s.slot] = append(x.tracks[s.slot], t)
	}
	t.sections = append(t.sections, s)
	t.overlap = t.overlap || s.given || s.released != 0 && s.releaser != s.slot
}

// A closure is a growing sync-preserving closure.
type closure struct {
	rel    *Relation
	index  *sectionIndex
	set    trie
	dirty  []slot
	passed map[int]int       // by track: how many of its sections were begun
	locks  map[uint32]*front // by lock
	broken *section          // it would have to be released and never was
}

// A front is the part of the closure that concerns one lock.
type front struct {
	newest [2]uint64     // by mode: the latest acquire
	others int           // the most slots in use before an acquire
	open   [2][]*section // by mode: begun, and their release not yet required
}

func (r *Relation) newClosure() *closure {
	return &closure{rel: r, index: r.sectionIndex(), passed: map[int]int{}, locks: map[uint32]*front{}}
}

// include adds the events of s up to seq and all that was before them. It
// does not yet close the set.
func (c *closure) include(past clock, s slot, seq uint64) {
	mark := func(s slot) { c.dirty = append(c.dirty, s) }
	if !(clock{trie: c.set}).coversTrie(past) {
		c.set = joiner{seen: mark}.join(c.set, past.trie)
	}
	for _, one := range [2]clock{{slot: past.slot, seq: past.seq}, {slot: s, seq: seq}} {
		if c.set.get(one.slot) < one.seq {
			c.set = c.set.with(one.slot, one.seq)
			mark(one.slot)
		}
	}
}

// close makes the set a closure again. It reports false when there is none,
// because a critical section of it never ended.
func (c *closure) close(watch *watch) bool {
	if c.rel.opt.faults.noSections {
		return true
	}
	for len(c.dirty) > 0 && c.broken == nil {
		s := c.dirty[len(c.dirty)-1]
		c.dirty = c.dirty[:len(c.dirty)-1]
		until := c.set.get(s)
		for _, t := range c.index.tracks[s] {
			c.advance(t, until)
		}
		if watch.ended() {
			return false
		}
	}
	return c.broken == nil
}

// advance looks at the sections of t that have begun until a Seq. Only the
// last one can be open, because the next begins after it in the same goroutine,
// unless they overlap.
func (c *closure) advance(t *track, until uint64) {
	from := c.passed[t.id]
	n := from + sort.Search(len(t.sections)-from, func(i int) bool { return t.sections[from+i].acquired > until })
	if n == from {
		return
	}
	c.passed[t.id] = n
	if !t.overlap {
		from = n - 1
	}
	for _, s := range t.sections[from:n] {
		c.begin(s)
	}
}

// begin is closure rule (b) for a section that is in the set from now on.
func (c *closure) begin(s *section) {
	f := c.locks[s.lock]
	if f == nil {
		f = new(front)
		c.locks[s.lock] = f
	}
	if n := c.rel.locks[s.lock].capacity; n > 1 {
		c.beginSlot(f, s, n)
		return
	}
	late := false
	for mode := range Mode(2) {
		if !c.conflict(mode, s.mode) {
			continue
		}
		late = late || s.acquired < f.newest[mode]
		kept := f.open[mode][:0]
		for _, o := range f.open[mode] {
			if o.acquired < s.acquired {
				c.end(o)
			} else {
				kept = append(kept, o)
			}
		}
		f.open[mode] = kept
	}
	f.newest[s.mode] = max(f.newest[s.mode], s.acquired)
	if late {
		c.end(s)
	} else {
		f.open[s.mode] = append(f.open[s.mode], s)
	}
}

func (c *closure) conflict(a, b Mode) bool {
	return excludes(a, b) || c.rel.opt.faults.noModes
}

// beginSlot is begin for a lock with capacity n.
func (c *closure) beginSlot(f *front, s *section, n int) {
	f.others = max(f.others, int(s.others))
	f.newest[Exclusive] = max(f.newest[Exclusive], s.acquired)
	var open, apart []*section
	for _, o := range append(f.open[Exclusive], s) {
		switch {
		case o.released != 0 && c.set.get(o.releaser) >= o.released:
		case o.released != 0 && o.released < f.newest[Exclusive]:
			apart = append(apart, o)
		default:
			open = append(open, o)
		}
	}
	slices.SortFunc(apart, func(a, b *section) int { return cmp.Compare(a.acquired, b.acquired) })
	for len(apart) > max(0, n-1-f.others) {
		c.end(apart[0])
		apart = apart[1:]
	}
	f.open[Exclusive] = append(open, apart...)
}

// end adds the release of s.
func (c *closure) end(s *section) {
	if s.released == 0 {
		c.broken = s
		return
	}
	c.include(s.past, s.releaser, s.released)
}

// A search for a combination of instances, one of each dependency, which no
// order puts apart. Closures only grow, so an instance that one swallowed is
// swallowed by all later ones too: each position only moves forward.
type combination struct {
	deps   []*Dependency
	lists  [][]instance
	at     []int
	failed int // the dependency whose instances ran out
}

func newCombination(deps []*Dependency) *combination {
	c := &combination{deps: deps, at: make([]int, len(deps)), failed: -1}
	for _, d := range deps {
		c.lists = append(c.lists, d.all())
	}
	return c
}

func (c *combination) instance(i int) instance { return c.lists[i][min(c.at[i], len(c.lists[i])-1)] }

// skip moves past every instance that the set contains. It reports whether
// something moved; failed is set when a list ran out.
func (c *combination) skip(set interface{ get(slot) uint64 }) bool {
	moved := false
	for i, d := range c.deps {
		until := set.get(d.slot)
		for c.at[i] < len(c.lists[i]) && c.lists[i][c.at[i]].seq <= until {
			c.at[i]++
			moved = true
		}
		if c.at[i] == len(c.lists[i]) {
			c.failed = i
			return true
		}
	}
	return moved
}

// align finds a combination that the order given by past leaves unordered.
func (c *combination) align(past func(instance) clock) bool {
	var set clock
	for {
		for i, d := range c.deps {
			at := c.instance(i)
			set = set.join(past(at), nil).with(d.slot, at.first-1)
		}
		if !c.skip(set) {
			return true
		}
		if c.failed >= 0 {
			return false
		}
	}
}

func hardPast(at instance) clock { return at.past.hard }
func softPast(at instance) clock { return at.past.soft }

// preserve finds a combination that is a sync-preserving deadlock and returns
// the closure before it. When the watch ends, it is as if there were none.
func (r *Relation) preserve(c *combination, watch *watch) (trie, bool) {
	set := r.newClosure()
	for {
		for i, d := range c.deps {
			at := c.instance(i)
			set.include(at.past.soft, d.slot, at.first-1)
		}
		if !set.close(watch) {
			return trie{}, false
		}
		if !c.skip(set.set) {
			return set.set, true
		}
		if c.failed >= 0 {
			return trie{}, false
		}
	}
}
