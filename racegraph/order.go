package racegraph

import (
	"cmp"
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// An Order is two steps at one object, of which another run may have the other order. The steps are the first write of
// a variable and a read after it, or a read and the last write after it. So another run
// may use a value that is not made yet, or that is gone. First was recorded first.
type Order struct {
	Kind          Kind // Initial, Final or Awaited
	Object        uint64
	First, Second Step
}

// maxOrders is how many orders are kept.
const maxOrders = 256

// An orderSearch looks for orders that another run may have the other way round.
type orderSearch struct {
	ctx   context.Context
	opt   *Options
	loose *lockgraph.Relation
	words map[wordKey]*word
	found []Order
	tried map[[2]trace.StackID]int // pairs, and below 0 those that were found
}

// A use names what goroutines do to a word at one object: the word, or a lock.
type use struct {
	word   wordKey
	object uint64
}

// findOrders looks at each variable that is guarded by a lock or atomic. A variable that is also
// accessed otherwise may race, which is another finding.
func (b *Builder) findOrders(ctx context.Context, all *deeds, loose *lockgraph.Relation) []Order {
	s := &orderSearch{ctx: ctx, opt: &b.opt, loose: loose, words: b.words, tried: map[[2]trace.StackID]int{}}
	s.awaits(&b.counts)
	uses, order := all.uses()
	for _, kind := range []Kind{Initial, Final} {
		for _, u := range order {
			s.look(kind, u, uses[u])
		}
	}
	return s.found
}

// isMade reports whether all accesses before a write come before a read in each run:
// they make the variable.
func (w *word) isMade(write, read *deed) bool {
	for _, t := range w.tracks {
		for i := range t.list {
			if o := &t.list[i]; o.Seq < write.Seq && !o.loose.Before(read.spot) {
				return false
			}
		}
	}
	return true
}

// isGone reports whether no access comes after a write.
func (w *word) isGone(write *deed) bool {
	for _, t := range w.tracks {
		if t.list[len(t.list)-1].Seq > write.over() {
			return false
		}
	}
	return true
}

// uses has the deeds that access each word, in the order of the run.
func (a *deeds) uses() (uses map[use][]*deed, order []use) {
	uses = map[use][]*deed{}
	for _, g := range a.order {
		for _, d := range a.byG[g] {
			for _, words := range []map[wordKey]bool{d.reads, d.writes} {
				for w := range words {
					u := use{w, d.object}
					if w.cycles == condCycle || len(uses[u]) > 0 && uses[u][len(uses[u])-1] == d {
						continue
					}
					uses[u] = append(uses[u], d)
				}
			}
		}
	}
	for u, list := range uses {
		slices.SortStableFunc(list, func(x, y *deed) int { return cmp.Compare(x.Seq, y.Seq) })
		order = append(order, u)
	}
	slices.SortFunc(order, func(x, y use) int {
		a, b := uses[x][0], uses[y][0]
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(x.object, y.object), cmp.Compare(x.word.addr, y.word.addr), cmp.Compare(x.word.cycles, y.word.cycles))
	})
	return uses, order
}

// look looks at one word and the deeds that access it at one object.
func (s *orderSearch) look(kind Kind, u use, list []*deed) {
	write, w := list[0], s.words[u.word]
	if kind == Final {
		write = list[len(list)-1]
	}
	if w == nil || !write.writes[u.word] {
		return
	}
	for _, read := range list {
		switch {
		case read.G == write.G || !read.reads[u.word] || read.writes[u.word]:
		case kind == Initial && w.isMade(write, read):
			s.add(kind, u.object, write.Step, read.Step)
		case kind == Final && w.isGone(write):
			s.add(kind, u.object, read.Step, write.Step)
		}
	}
}

// over is the place after a deed.
func (d *deed) over() uint64 {
	switch {
	case !isLock(d.Op):
		return d.Seq
	case d.end == 0:
		return 1<<64 - 1
	}
	return d.end
}

// isOpen reports whether a pair of steps was not found yet, and was tried less often than the limit.
func (s *orderSearch) isOpen(first, second Step) bool {
	n := s.tried[[2]trace.StackID{first.Stack, second.Stack}]
	return n >= 0 && n < maxForeign && len(s.found) < maxOrders && s.ctx.Err() == nil
}

// add keeps an order if a reordering of the run ends before both steps. Values that
// goroutines read do not count: the other order reads another value.
func (s *orderSearch) add(kind Kind, object uint64, first, second Step) {
	if !s.isOpen(first, second) {
		return
	}
	key := [2]trace.StackID{first.Stack, second.Stack}
	s.tried[key]++
	if _, ok := s.loose.Together(s.ctx, []lockgraph.ProgramPoint{first.spot}, []lockgraph.ProgramPoint{second.spot}); ok {
		s.tried[key] = -1
		s.found = append(s.found, Order{kind, object, first, second})
	}
}
