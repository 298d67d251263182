package racegraph

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A blockSearch looks for blocks into which another goroutine can come.
type blockSearch struct {
	ctx    context.Context
	opt    *Options
	loose  *lockgraph.Relation
	writes bool // blocks that begin with a write are looked for; those that begin with a read come first
	found  []Block
	tried  map[[3]trace.StackID]int // foreign steps that were tried
	kin    *kin
	beside *Step // of the block that is tried, see Block
	own    bool  // a sibling makes a step of the block's goroutine as the foreign step
}

// findBlocks looks at blocks of each kind. A step between two others of one variable is seen,
// or sees a state that no goroutine was to see, in four forms (Lu, Tucek, Qin, Zhou: AVIO, ASPLOS 2006):
//
//	block          foreign   s.writes
//	read, read     write     no
//	read, write    write     no
//	write, read    write     yes
//	write, write   read      yes
func (b *Builder) findBlocks(ctx context.Context) ([]Block, []Order) {
	s := &blockSearch{ctx: ctx, opt: &b.opt, loose: b.loose.Finish(), tried: map[[3]trace.StackID]int{}, kin: &b.kin}
	b.enterSections()
	b.enterAsks()
	for _, s.own = range []bool{false, true} {
		s.again()
		for _, s.writes = range []bool{false, true} {
			s.oneObject(b)
		}
	}
	s.again()
	s.own = false
	for at, w := range b.order {
		s.swaps(b.addrs[at].addr, atomicsOf(w))
	}
	all := b.deedsOf()
	for _, s.own = range []bool{false, true} {
		s.again()
		s.mixed(all)
	}
	return s.found, b.findOrders(ctx, all, s.loose)
}

// again lets steps be tried again of which no block was found.
func (s *blockSearch) again() {
	maps.DeleteFunc(s.tried, func(_ [3]trace.StackID, n int) bool { return n >= 0 })
}

// isForeign reports whether a goroutine may come into a block of another one.
func (s *blockSearch) isForeign(g, of trace.G) bool { return (g == of) == s.own }

// oneObject looks at blocks whose steps have one object.
func (s *blockSearch) oneObject(b *Builder) {
	for _, key := range b.blocks.keys {
		if list := b.blocks.sections[key]; list != nil && b.isExclusive(key.obj) {
			s.sections(key, list, b.blocks.sections, b.blocks.keys)
		}
		if list := b.blocks.channels[key]; list != nil && !s.writes {
			s.channel(key, list, b.blocks.channels, b.blocks.keys)
		}
	}
	for at, w := range b.order {
		s.atomics(b.addrs[at].addr, w)
	}
}

// enterSections enters each access of plain memory into the sections that it is in.
func (b *Builder) enterSections() {
	byG := map[trace.G][][]*section{}
	for _, key := range b.blocks.keys {
		if list := b.blocks.sections[key]; list != nil {
			byG[key.g] = append(byG[key.g], list)
		}
	}
	for at, w := range b.order {
		for _, t := range w.tracks {
			for i := range t.list {
				a := &t.list[i].Access
				if a.Sync != (Sync{}) {
					continue
				}
				for _, list := range byG[a.G] {
					if s := sectionAt(list, a.Seq); s != nil {
						s.enter(b.addrs[at], a.Read)
					}
				}
			}
		}
	}
}

// sectionAt is the section of a list, which is in its order, that a place is in.
func sectionAt(list []*section, seq uint64) *section {
	i := sort.Search(len(list), func(i int) bool { return list[i].Seq > seq }) - 1
	if i < 0 || list[i].end != 0 && list[i].end < seq {
		return nil
	}
	return list[i]
}

func (s *section) enter(word wordKey, read bool) {
	to := &s.writes
	if read {
		to = &s.reads
	}
	if *to == nil {
		*to = map[wordKey]bool{}
	}
	(*to)[word] = true
}

// enterAsks puts each len of a channel between the operations of its goroutine.
func (b *Builder) enterAsks() {
	for _, a := range b.blocks.asks {
		key := useKey{a.G, a.channel}
		list, known := b.blocks.channels[key]
		if !known {
			b.blocks.keys = append(b.blocks.keys, key)
		}
		i := sort.Search(len(list), func(i int) bool { return list[i].Seq >= a.Seq })
		b.blocks.channels[key] = slices.Insert(list, i, a.Step)
	}
}

// sections looks at the sections of a lock and goroutine. A block that reads a word in the
// first one rests on it: the second one accesses the same word, or writes another word that
// several goroutines access.
func (s *blockSearch) sections(key useKey, list []*section, all map[useKey][]*section, keys []useKey) {
	for j, end := range list {
		for i := j - 1; i >= 0 && i >= j-maxApart; i-- {
			begin := list[i]
			if !s.opt.InCall(begin.Stack, end.Stack) {
				continue
			}
			for _, other := range keys {
				if other.obj != key.obj || !s.isForeign(other.g, key.g) {
					continue
				}
				for _, foreign := range all[other] {
					if s.writes && foreign.breaksWrite(begin, end) || !s.writes && foreign.breaks(begin, end) {
						s.add(BlockSections, key.obj, begin.Step, end.Step, foreign.Step)
					}
					if !s.writes && end.writesOf(begin) {
						s.twin(BlockSections, key.obj, begin.Step, end.Step, foreign.Step)
					}
				}
			}
			break
		}
	}
}

// breaks reports whether a section writes what a block has read and rests on.
func (s *section) breaks(begin, end *section) bool {
	for w := range s.writes {
		if begin.reads[w] && (end.reads[w] || len(end.writes) > 0) {
			return true
		}
	}
	return false
}

// breaksWrite reports whether a section changes what a block has written and reads again, or
// reads what the block writes again.
func (s *section) breaksWrite(begin, end *section) bool {
	for w := range begin.writes {
		if s.writes[w] && end.reads[w] && !end.writes[w] || s.reads[w] && end.writes[w] {
			return true
		}
	}
	return false
}

// writesOf reports whether a section writes a word that a section before it has read.
func (s *section) writesOf(begin *section) bool {
	for w := range s.writes {
		if begin.reads[w] {
			return true
		}
	}
	return false
}

// twin keeps a block when a foreign goroutine comes to its begin, and may go on to its end.
func (s *blockSearch) twin(kind BlockKind, object uint64, begin, end, foreign Step) {
	if foreign.Op == begin.Op && s.opt.SamePlace(foreign.Stack, begin.Stack) {
		foreign.Op, foreign.Read, foreign.Stack = end.Op, end.Read, end.Stack
		s.add(kind, object, begin, end, foreign)
	}
}

// channel looks at the operations of a goroutine on a channel.
func (s *blockSearch) channel(key useKey, list []Step, all map[useKey][]Step, keys []useKey) {
	for j, end := range list {
		if end.Read {
			continue
		}
		for i := j - 1; i >= 0 && i >= j-maxApart; i-- {
			if !list[i].Read || !s.opt.InCall(list[i].Stack, end.Stack) {
				continue
			}
			for _, other := range keys {
				if other.obj != key.obj || !s.isForeign(other.g, key.g) {
					continue
				}
				for _, foreign := range all[other] {
					if foreign.Op == end.Op || foreign.Op == trace.OpClose && end.Op == trace.OpSend {
						s.add(BlockChannel, key.obj, list[i], end, foreign)
					}
					s.twin(BlockChannel, key.obj, list[i], end, foreign)
				}
			}
			break
		}
	}
}

// atomics looks at the accesses of an atomic variable. An operation that compares, or that takes the old
// value, notices a write in between: such a write ends no block.
func (s *blockSearch) atomics(word uint64, w *word) {
	list := atomicsOf(w)
	if s.writes {
		s.stores(word, list)
		return
	}
	for _, end := range list {
		if end.Read || end.Sync.Update && !end.Sync.Grow {
			continue
		}
		if begin := s.load(list, end); begin != nil {
			for _, foreign := range list {
				if s.isForeign(foreign.G, end.G) && !foreign.Read {
					s.add(BlockAtomic, word, begin.step(), end.step(), foreign.step())
				} else if s.isForeign(foreign.G, end.G) {
					s.twin(BlockAtomic, word, begin.step(), end.step(), foreign.step())
				}
			}
		}
	}
}

// atomicsOf has the atomic operations on a word, in the order of the run.
func atomicsOf(w *word) (list []*occurrence) {
	for _, t := range w.tracks {
		for i := range t.list {
			if a := &t.list[i]; a.Sync.Atomic {
				list = append(list, a)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *occurrence) int { return cmp.Compare(a.Seq, b.Seq) })
	return list
}

// swaps looks at each CompareAndSwap after a load in one call. It notices a write in between, unless that brings
// the loaded value back (ABA). So the foreign step is a write of a goroutine that has written before.
func (s *blockSearch) swaps(word uint64, list []*occurrence) {
	for _, end := range list {
		if end.Read || !end.Sync.Update || end.Sync.Grow {
			continue
		}
		begin := s.load(list, end)
		if begin == nil {
			continue
		}
		wrote := map[trace.G]bool{}
		for _, foreign := range list {
			if foreign.Read || !s.isForeign(foreign.G, end.G) {
				continue
			}
			if wrote[foreign.G] {
				s.add(BlockAtomic, word, begin.step(), end.step(), foreign.step())
			}
			wrote[foreign.G] = true
		}
	}
}

// load is the last load before a write in one call.
func (s *blockSearch) load(list []*occurrence, end *occurrence) (begin *occurrence) {
	return s.before(list, end, func(a *occurrence) bool { return a.Read })
}

// before is the last one of some operations before another one in one call. Those between two
// events of a goroutine have one number: their lines tell.
func (s *blockSearch) before(list []*occurrence, end *occurrence, is func(*occurrence) bool) (begin *occurrence) {
	for _, a := range list {
		if a != end && a.G == end.G && is(a) && a.Seq <= end.Seq && s.opt.InCall(a.Stack, end.Stack) {
			begin = a
		}
	}
	return begin
}

// isStore reports whether an operation writes without a look at the old value.
func (o *occurrence) isStore() bool { return !o.Read && !o.Sync.Update }

// stores looks at the writes of an atomic variable: the goroutine may then load the value of
// another one, and another one may load its value for a while. An update followed by a
// load is such a block: the update has told what was there, and the load asks again.
func (s *blockSearch) stores(word uint64, list []*occurrence) {
	for _, end := range list {
		begin := s.before(list, end, func(a *occurrence) bool { return a.Stack != end.Stack })
		if begin == nil || begin.Read || !end.Read && !(begin.isStore() && end.isStore()) {
			continue
		}
		for _, foreign := range list {
			if s.isForeign(foreign.G, end.G) && foreign.Read != end.Read {
				s.add(BlockAtomic, word, begin.step(), end.step(), foreign.step())
			}
		}
	}
}

func (o *occurrence) step() Step {
	return Step{G: o.G, Op: trace.OpAccess, Read: o.Read, Stack: o.Stack, Seq: o.Seq, spot: o.loose}
}

// add tries a block, with each sibling when these make the foreign step.
func (s *blockSearch) add(kind BlockKind, object uint64, begin, end, foreign Step) {
	if !s.own {
		s.try(kind, object, begin, end, foreign)
		return
	}
	s.kin.siblings(end.G, func(sibling trace.G, start lockgraph.ProgramPoint) {
		foreign.G, foreign.spot = sibling, start
		s.try(kind, object, begin, end, foreign)
	})
}

// try keeps a block if a reordering of the run ends with one goroutine before its end,
// and another one before the foreign step.
func (s *blockSearch) try(kind BlockKind, object uint64, begin, end, foreign Step) {
	key := [3]trace.StackID{begin.Stack, end.Stack, foreign.Stack}
	if s.tried[key] < 0 || s.tried[key] >= maxForeign || len(s.found) >= maxBlocks || s.ctx.Err() != nil {
		return
	}
	s.tried[key]++
	if _, ok := s.loose.Together(s.ctx, []lockgraph.ProgramPoint{end.spot}, []lockgraph.ProgramPoint{foreign.spot}); ok {
		s.tried[key] = -1
		s.found = append(s.found, Block{kind, object, begin, end, foreign, s.beside})
	}
}
