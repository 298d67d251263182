package racegraph

import (
	"context"
	"math/bits"
	"slices"

	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Kind is how a race is known.
type Kind uint8

// The kinds.
const (
	Unordered Kind = 1 + iota // nothing ordered the two in the recorded run
	Reordered                 // another run can come to both, in which critical sections come as recorded or not at all
	Unguarded                 // no lock is common to both, and only values that were read, or the order of critical sections, keep them apart: a candidate
	Initial                   // of an Order: the first write of a variable came before a read
	Final                     // of an Order: the last access of a variable is a write, and came after a read
	Awaited                   // of an Order: an Add and a Wait of one WaitGroup
)

// String returns the kind in lower case.
func (k Kind) String() string {
	return [...]string{"none", "unordered", "reordered", "unguarded", "initial", "final", "awaited"}[k]
}

// A Race is two conflicting accesses that a feasible reordering of the run leaves
// unordered, unless its kind is Unguarded. First was recorded first.
type Race struct {
	Kind          Kind
	First, Second Access
}

// Address is that of the first byte that both accesses have in common. A word may have several small variables, and the race is
// about the variable there.
func (r *Race) Address() uint64 {
	common := r.First.Bytes & r.Second.Bytes
	if r.First.Map || r.Second.Map || common == 0 {
		return r.First.Word
	}
	return r.First.Word + uint64(bits.TrailingZeros8(common))
}

// A Result has the predictions from a run: one race for each pair of places, in the
// order of the run.
type Result struct {
	Races  []Race
	Blocks []Block // that another goroutine may come in between of, one for each three places
	Orders []Order // that another run may have the other way round, one for each two places
	Words  int     // that two goroutines accessed
	Pairs  int     // of places that conflict, and were looked at
	Limits []Limit
}

// Finish ends the run and predicts. When events were lost it predicts no race, since a
// lost event may order the accesses. The builder is used up.
func (b *Builder) Finish(ctx context.Context) *Result {
	s := &search{ctx: ctx, opt: b.opt, keeps: b.keeps.Finish(), known: map[[2]Place]int{}, tried: map[[2]Place]int{}, held: b.held()}
	s.Words, s.Limits = len(b.order), b.limits
	if b.lost {
		s.Limits = append(s.Limits, LimitLost)
		return &s.Result
	}
	for _, w := range b.order {
		if !s.word(w) {
			break
		}
	}
	if b.opt.InCall != nil {
		s.Blocks, s.Orders = b.findBlocks(ctx)
	}
	return &s.Result
}

// A search looks at the pairs of a run.
type search struct {
	Result
	ctx   context.Context
	opt   Options
	keeps *lockgraph.Relation
	known map[[2]Place]int // index in Races, by the places of a race, lower stack first
	tried map[[2]Place]int // how often reorderings were looked for
	held  heldLocks
}

// word looks at the pairs of a word. It reports false when a limit ends the search.
func (s *search) word(w *word) bool {
	for i, x := range w.tracks {
		for _, y := range w.tracks[i+1:] {
			if !x.first().conflicts(y.first()) {
				continue
			}
			switch {
			case s.Pairs == s.opt.Pairs:
				s.Limits = append(s.Limits, LimitPairs)
				return false
			case s.ctx.Err() != nil:
				s.Limits = append(s.Limits, LimitTime)
				return false
			}
			s.Pairs++
			s.pair(x, y)
		}
	}
	return true
}

// pair looks whether two tracks race. Of each pair of places one race is kept, of the first
// kind that there is.
func (s *search) pair(x, y *track) {
	key := keyOf(x.first().Place, y.first().Place)
	at, known := s.known[key]
	worse := Unguarded + 1
	if known {
		worse = s.Races[at].Kind
	}
	r, ok := s.race(key, x, y, worse)
	if !ok {
		return
	}
	if r.Second.Seq < r.First.Seq {
		r.First, r.Second = r.Second, r.First
	}
	if known {
		s.Races[at] = r
		return
	}
	s.known[key] = len(s.Races)
	s.Races = append(s.Races, r)
}

// race looks for a race of two tracks whose kind comes before another one.
func (s *search) race(key [2]Place, x, y *track, worse Kind) (r Race, ok bool) {
	if worse > Unordered {
		r, ok = unordered(x, y)
	}
	if !ok && worse > Reordered {
		r, ok = s.reorderedNow(key, x, y)
	}
	if !ok && worse > Unguarded && s.opt.Unguarded {
		r, ok = s.unguarded(x, y)
	}
	return r, ok
}

// unordered finds two occurrences that nothing ordered in the run.
func unordered(x, y *track) (r Race, ok bool) {
	for i := range x.list {
		for j := range y.list {
			a, b := &x.list[i], &y.list[j]
			if !a.happens.Before(b.happens) && !b.happens.Before(a.happens) {
				return Race{Unordered, a.Access, b.Access}, true
			}
		}
	}
	return r, false
}

// reorderedNow is reordered, unless it was asked often enough about the same two places.
func (s *search) reorderedNow(key [2]Place, x, y *track) (r Race, ok bool) {
	if s.tried[key]++; s.tried[key] > s.opt.Same {
		if s.tried[key] == s.opt.Same+1 && !slices.Contains(s.Limits, LimitSame) {
			s.Limits = append(s.Limits, LimitSame)
		}
		return r, false
	}
	return s.reordered(x, y)
}

// reordered finds two occurrences that a sync-preserving reordering comes to.
func (s *search) reordered(x, y *track) (r Race, ok bool) {
	at, ok := s.keeps.Together(s.ctx, spots(x), spots(y))
	if !ok {
		return r, false
	}
	return Race{Reordered, x.list[at[0]].Access, y.list[at[1]].Access}, true
}

func spots(t *track) (list []lockgraph.ProgramPoint) {
	for i := range t.list {
		list = append(list, t.list[i].keeps)
	}
	return list
}

// keyOf names a pair of places, whichever comes first.
func keyOf(a, b Place) [2]Place {
	if b.Stack < a.Stack || b.Stack == a.Stack && b.Read && !a.Read {
		a, b = b, a
	}
	return [2]Place{a, b}
}
