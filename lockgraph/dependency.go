package lockgraph

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Dependency (t, L, l, C) says that goroutine t acquired or waited for lock l while it
// held the locks L. C are the stacks of all these acquires (Definition 2). Equal
// dependencies are merged.
//
// Deviations: every lock has a mode. A TryLock makes a held lock but no dependency,
// because it never waits. An acquire while nothing is held cannot be in a cycle and is
// counted only (Stats.Unnested). An exclusive acquire of an RWMutex is the exception,
// since it can keep readers out. A request that was never granted is a dependency too.
type Dependency struct {
	G     trace.G
	Held  []Hold // oldest first
	Lock  uint64
	Mode  Mode
	Stack trace.StackID
	Count int // how often it happened

	lock      *lock
	slot      slot
	order     int // position in Relation.deps
	stride    int
	instances []instance  // that were kept, without the last one
	tail      instance    // the last one
	due       bool        // tail is to be kept
	next      *Dependency // of the same hash
	pending   bool        // the last instance was never granted
}

// A Hold is a lock that is held.
type Hold struct {
	Lock  uint64
	Mode  Mode
	Stack trace.StackID // of the acquire
	Slots int           // more than 1 only for locks with a capacity
}

// An instance is one occurrence of a dependency.
type instance struct {
	seq   uint64 // of the acquire, or of a request that was not granted
	first uint64 // of the request if there was one, else seq
	past  order
}

// depend enters the acquire or request of l into the relation.
func (b *Builder) depend(g *goroutine, l *lock, e trace.Event, at instance) *Dependency {
	mode := modeOf(e.Op)
	if len(g.held) == 0 && !(mode == Exclusive && e.Has(trace.FlagRW)) {
		b.rel.Stats.Unnested++
		return nil
	}
	h := hashOf(g, l, mode, e.Stack())
	d := b.byHash[h]
	for d != nil && !d.is(g, l, mode, e.Stack()) {
		d = d.next
	}
	if d == nil {
		d = &Dependency{
			G: g.id, Held: g.holds(), Lock: l.id, Mode: mode, Stack: e.Stack(),
			lock: l, slot: g.slot, order: len(b.rel.deps), stride: 1, next: b.byHash[h],
		}
		b.byHash[h] = d
		b.rel.deps = append(b.rel.deps, d)
	}
	d.keep(at, b.rel.opt.Instances)
	return d
}

// pending enters the request on which g waits at the end of the run.
func (b *Builder) pending(g *goroutine) {
	e := g.wants
	l := b.lock(e.Obj, g.slot)
	l.shared = l.shared || l.first != g.slot
	if d := b.depend(g, l, e, instance{seq: e.Seq, first: e.Seq, past: g.past}); d != nil {
		d.pending = true
	}
}

// holds returns the held set; slots of the same lock become one entry.
func (g *goroutine) holds() []Hold {
	set := make([]Hold, 0, len(g.held))
	for _, h := range g.held {
		i := slices.IndexFunc(set, func(s Hold) bool { return s.Lock == h.lock.id && s.Mode == h.mode })
		if i >= 0 {
			set[i].Slots++
			continue
		}
		set = append(set, Hold{h.lock.id, h.mode, h.stack, 1})
	}
	return set
}

// is reports whether d is the dependency of this acquire.
func (d *Dependency) is(g *goroutine, l *lock, mode Mode, stack trace.StackID) bool {
	if d.slot != g.slot || d.lock != l || d.Mode != mode || d.Stack != stack {
		return false
	}
	if len(d.Held) == len(g.held) {
		for i, h := range g.held {
			if s := d.Held[i]; s != (Hold{h.lock.id, h.mode, h.stack, 1}) {
				return false
			}
		}
		return true
	}
	return slices.Equal(d.Held, g.holds())
}

func hashOf(g *goroutine, l *lock, mode Mode, stack trace.StackID) uint64 {
	h := mix(uint64(g.slot)<<1|uint64(mode), l.id)
	h = mix(h, uint64(stack))
	for _, s := range g.held {
		h = mix(h, s.lock.id<<1|uint64(s.mode))
		h = mix(h, uint64(s.stack))
	}
	return h
}

// keep adds an occurrence. The first and the last are always kept; between
// them every stride-th, where the stride doubles whenever limit is reached.
func (d *Dependency) keep(at instance, limit int) {
	if d.due {
		d.instances = append(d.instances, d.tail)
	}
	if d.Count%d.stride == 0 && len(d.instances) >= max(limit-1, 1) {
		d.thin()
	}
	d.due = d.Count%d.stride == 0
	d.tail = at
	d.Count++
}

// thin drops every second instance, never the first.
func (d *Dependency) thin() {
	kept := d.instances[:0]
	for i := 0; i < len(d.instances); i += 2 {
		kept = append(kept, d.instances[i])
	}
	clear(d.instances[len(kept):])
	d.instances = kept
	d.stride *= 2
}

// all returns the instances that were kept, in order.
func (d *Dependency) all() []instance {
	return append(slices.Clip(d.instances), d.tail)
}

// first returns the first instance.
func (d *Dependency) first() instance {
	if len(d.instances) > 0 {
		return d.instances[0]
	}
	return d.tail
}

// folded reports whether instances were dropped.
func (d *Dependency) folded() bool { return d.Count > len(d.all()) }

// holdOf returns how d holds the lock.
func (d *Dependency) holdOf(lock uint64) (Hold, bool) {
	for _, h := range d.Held {
		if h.Lock == lock {
			return h, true
		}
	}
	return Hold{}, false
}
