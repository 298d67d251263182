package racegraph

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A deed is a step with its object: a critical section, an operation on an atomic
// variable, or one on a condition variable.
type deed struct {
	Step
	object        uint64
	end           uint64 // of a section: Seq of the unlock, 0 while it lasts
	reads, writes map[wordKey]bool
}

// maxSame is how many deeds of one goroutine at one place and object are looked at.
const maxSame = 8

// deeds has what each goroutine did, in its order.
type deeds struct {
	byG      map[trace.G][]*deed
	order    []trace.G
	at       map[*deed]int      // place in the list of its goroutine
	byObject map[uint64][]*deed // at most maxSame of one place and goroutine
}

// conflicts reports whether two deeds access one word, and one of them writes it.
func (d *deed) conflicts(o *deed) bool { return d.spoils(o) || o.spoils(d) }

// spoils reports whether a deed writes a word that another one accesses.
func (d *deed) spoils(o *deed) bool {
	for w := range d.writes {
		if o.reads[w] || o.writes[w] {
			return true
		}
	}
	return false
}

// deedsOf gathers the deeds of a run. Sections have their accesses already.
func (b *Builder) deedsOf() *deeds {
	all := &deeds{byG: map[trace.G][]*deed{}, at: map[*deed]int{}, byObject: map[uint64][]*deed{}}
	known := map[useKey]bool{}
	for _, key := range b.blocks.keys {
		if known[key] { // a channel that is a lock
			continue
		}
		known[key] = true
		for _, s := range b.blocks.sections[key] {
			all.add(&deed{Step: s.Step, object: key.obj, end: s.end, reads: s.reads, writes: s.writes})
		}
		for _, s := range b.blocks.conds[key] {
			all.add(condDeed(s, key.obj))
		}
	}
	for at, w := range b.order {
		for _, t := range w.tracks {
			for i := range t.list {
				if o := &t.list[i]; o.Sync.Atomic && !o.Sync.Chan {
					all.add(atomicDeed(b.addrs[at], o))
				}
			}
		}
	}
	all.index()
	b.enterAtomics(all)
	return all
}

func atomicDeed(word wordKey, o *occurrence) *deed {
	d := &deed{Step: o.step(), object: word.addr}
	if touched := map[wordKey]bool{word: true}; o.Read {
		d.reads = touched
	} else {
		d.writes = touched
	}
	return d
}

// condDeed is an operation of a condition variable. A signal changes the state that a Wait reads: a signal
// before the Wait is lost.
func condDeed(s Step, object uint64) *deed {
	d := &deed{Step: s, object: object}
	if words := map[wordKey]bool{{object, condCycle}: true}; s.Op == trace.OpWait {
		d.reads = words
	} else {
		d.writes = words
	}
	return d
}

// condCycle tells condition variables from words of memory.
const condCycle = 1<<8 - 1

func isCond(op trace.Op) bool {
	return op == trace.OpWait || op == trace.OpSignal || op == trace.OpBroadcast
}

func (a *deeds) add(d *deed) {
	if a.byG[d.G] == nil {
		a.order = append(a.order, d.G)
	}
	a.byG[d.G] = append(a.byG[d.G], d)
}

// index puts the deeds of each goroutine in its order.
func (a *deeds) index() {
	type place struct {
		object uint64
		stack  trace.StackID
	}
	for _, g := range a.order {
		list, same := a.byG[g], map[place]int{}
		slices.SortStableFunc(list, func(x, y *deed) int { return cmp.Compare(x.Seq, y.Seq) })
		for i, d := range list {
			a.at[d] = i
			if same[place{d.object, d.Stack}]++; same[place{d.object, d.Stack}] <= maxSame {
				a.byObject[d.object] = append(a.byObject[d.object], d)
			}
		}
	}
}

// enterAtomics lets a section access what other deeds in it do. The sections of a block
// of one lock do not: that lock need not guard the variable.
func (b *Builder) enterAtomics(all *deeds) {
	for _, g := range all.order {
		var open []*deed
		for _, d := range all.byG[g] {
			open = slices.DeleteFunc(open, func(s *deed) bool { return s.end != 0 && s.end < d.Seq })
			switch {
			case isLock(d.Op):
				d.reads, d.writes = with(d.reads, nil), with(d.writes, nil)
				open = append(open, d)
			default:
				for _, s := range open {
					s.reads, s.writes = with(s.reads, d.reads), with(s.writes, d.writes)
				}
			}
		}
	}
}

func isLock(op trace.Op) bool { return op == trace.OpLock || op == trace.OpRLock }

// with is a set of its own with the words of two.
func with(set, more map[wordKey]bool) map[wordKey]bool {
	own := make(map[wordKey]bool, len(set)+len(more))
	for _, words := range []map[wordKey]bool{set, more} {
		for w := range words {
			own[w] = true
		}
	}
	return own
}

// mixed looks at two deeds of one call that have two objects: an atomic operation before
// a critical section, say, or sections of two locks, each with a variable of two that belong
// together (Lu et al.: MUVI, SOSP 2007). The foreign step is at the object of the second one.
//
// Deviation: MUVI counts how often a program accesses two variables together. Here it is
// enough that both goroutines access both variables in one call each. Forcing decides.
func (s *blockSearch) mixed(all *deeds) {
	looked := map[[2]trace.StackID]int{}
	for _, g := range all.order {
		list := all.byG[g]
		for j, end := range list {
			for i := j - 1; i >= 0 && i >= j-maxApart; i-- {
				begin, pair := list[i], [2]trace.StackID{list[i].Stack, end.Stack}
				if looked[pair] >= maxSame || !s.rests(begin, end) {
					continue
				}
				looked[pair]++
				for _, foreign := range all.byObject[end.object] {
					if !s.isForeign(foreign.G, g) {
						continue
					}
					var ok bool
					if s.beside, ok = s.comesBetween(all, begin, end, foreign); ok {
						s.add(BlockMixed, end.object, begin.Step, end.Step, foreign.Step)
					}
				}
			}
		}
	}
}

// rests reports whether a deed may rest on one before it, which has another object and is
// over by then.
func (s *blockSearch) rests(begin, end *deed) bool {
	switch {
	case begin.object == end.object || isCond(begin.Op):
		return false
	case isLock(begin.Op) && (begin.end == 0 || begin.end > end.Seq):
		return false
	case end.Op == trace.OpSignal || end.Op == trace.OpBroadcast:
		return false
	}
	return s.opt.InCall(begin.Stack, end.Stack)
}

// comesBetween reports whether a foreign deed spoils a block: it, or a deed beside it in its
// call, conflicts with the begin, and it conflicts with the end. So no serial order of the two
// calls has the values that they see. A deed before the foreign one is the begin of its
// call, which beside is then.
func (s *blockSearch) comesBetween(all *deeds, begin, end, foreign *deed) (beside *Step, ok bool) {
	if !foreign.conflicts(end) {
		return nil, false
	}
	if foreign.conflicts(begin) {
		return nil, true
	}
	list, at := all.byG[foreign.G], all.at[foreign]
	for i := max(at-maxApart, 0); i < len(list) && i <= at+maxApart; i++ {
		switch {
		case i == at || !list[i].conflicts(begin):
		case i < at && s.opt.InCall(list[i].Stack, foreign.Stack):
			return &list[i].Step, true
		case i > at && s.opt.InCall(foreign.Stack, list[i].Stack):
			return nil, true
		}
	}
	return nil, false
}
