package lockgraph

import (
	"cmp"
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// iGoodlock (Algorithm 1 with 4.3.3) builds chains of dependencies with distinct
// goroutines, distinct locks and disjoint held sets. In a chain each dependency
// requests a lock that the next one holds. A chain whose last lock the first one holds
// is a potential deadlock cycle and is not extended. The first goroutine is the
// smallest, so that each cycle is found once.
//
// Deviations. Chains are extended depth first, once per length, instead of
// breadth first with all chains of a length in memory: the same cycles, shortest
// first. The next link is looked up by the lock it must hold. Dependencies that
// are on no cycle of the graph of locks are left out before (compare Magiclock,
// Cai and Chan, TSE 2014). Common locks that all hold in shared mode do not
// make held sets overlap, and neither do locks with a capacity. Of goroutines
// that do the same at the same place Options.MaxSame are tried.
//
// Worst case O(n^MaxLength) for n dependencies on cycles of the lock graph,
// ended by Options.MaxSteps.
type search struct {
	rel     *Relation
	deps    []*Dependency            // that can be on a cycle, by goroutine
	holders map[uint64][]*Dependency // the same by held lock
	first   []*Dependency            // where chains begin: deps without too many alike
	writers map[uint64][]*Dependency // all exclusive requests by lock
	self    []*Dependency            // requests of a lock already held
	limits  *limits
	steps   int
	same    []map[alike]int // by length of the chain -> how many were tried after it
	relaxed bool            // look for cycles that gate locks and single goroutines prevent
	watch   watch
	stop    *Stop
}

func newSearch(ctx context.Context, r *Relation, limits *limits) *search {
	s := &search{
		watch:   watch{ctx: ctx},
		rel:     r,
		holders: map[uint64][]*Dependency{},
		writers: map[uint64][]*Dependency{},
		limits:  limits,
	}
	onCycle := lockCycles(r.deps)
	for _, d := range byG(r.deps) {
		if d.Mode == Exclusive {
			s.writers[d.Lock] = append(s.writers[d.Lock], d)
		}
		_, self := d.holdOf(d.Lock)
		if self {
			s.self = append(s.self, d)
		}
		if !onCycle(d) && !self {
			continue
		}
		if !self {
			s.deps = append(s.deps, d)
		}
		for _, h := range d.Held {
			s.holders[h.Lock] = append(s.holders[h.Lock], d)
		}
	}
	s.first = s.spread(s.deps)
	return s
}

func byG(deps []*Dependency) []*Dependency {
	return slices.SortedStableFunc(slices.Values(deps), func(a, b *Dependency) int { return cmp.Compare(a.G, b.G) })
}

// An alike has the properties that dependencies of different goroutines can have in
// common.
type alike struct {
	hash  uint64
	lock  uint64
	count int
	mode  Mode
}

func alikeOf(d *Dependency) alike {
	h := mix(uint64(d.Stack), 0)
	for _, x := range d.Held {
		h = mix(mix(h, x.Lock<<1|uint64(x.Mode)), uint64(x.Stack))
	}
	return alike{h, d.Lock, len(d.Held), d.Mode}
}

// spread returns at most MaxSame of the dependencies that are alike, spread
// evenly over the goroutines: not only the oldest, which may all be in order.
func (s *search) spread(deps []*Dependency) []*Dependency {
	count := map[alike]int{}
	for _, d := range deps {
		count[alikeOf(d)]++
	}
	limit, seen := s.rel.opt.MaxSame, map[alike]int{}
	var some []*Dependency
	for _, d := range deps {
		k := alikeOf(d)
		n, i := count[k], seen[k]
		seen[k]++
		if n <= limit || i*limit/n != (i+1)*limit/n {
			some = append(some, d)
		} else {
			s.limits.reach(LimitSame)
		}
	}
	return some
}

// each calls found with every cycle of n goroutines, until it returns false.
func (s *search) each(n int, found func([]*Dependency) bool) {
	chain := make([]*Dependency, 0, n)
	for i, d := range s.first {
		if s.watch.ended() || !Cycles(s, append(chain, d), n, found) {
			s.stopped(Stop{n, i, len(s.first)})
			return
		}
	}
}

// stopped notes where the search is, if it is the context that ended it.
func (s *search) stopped(at Stop) {
	if s.watch.over && s.stop == nil {
		s.stop = &at
		s.limits.reach(LimitTime)
	}
}

// Step counts one chain that is looked at. It reports false when there were
// enough.
func (s *search) Step() bool {
	if s.watch.ended() {
		return false
	}
	if s.steps++; s.steps > s.rel.opt.MaxSteps {
		s.limits.reach(LimitSteps)
		return false
	}
	return true
}

// After returns the dependencies that hold the lock that a chain waits for (see Waits).
func (s *search) After(chain []*Dependency) []*Dependency {
	for len(s.same) <= len(chain) {
		s.same = append(s.same, nil)
	}
	s.same[len(chain)] = nil
	return after(s.holders[chain[len(chain)-1].Lock], chain[0], s.relaxed)
}

// Closes reports whether a dependency requests a lock that the first of a chain holds.
func (s *search) Closes(chain []*Dependency, d *Dependency) bool {
	_, cycle := chain[0].holdOf(d.Lock)
	return cycle
}

// Links reports whether d can continue the chain, and is not one too many of those that are alike.
func (s *search) Links(chain []*Dependency, d *Dependency, _ bool) bool {
	return s.links(chain, d) && (len(s.holders[chain[len(chain)-1].Lock]) <= s.rel.opt.MaxSame || s.few(len(chain), d))
}

// after returns the part of deps, sorted by goroutine, that may follow first.
func after(deps []*Dependency, first *Dependency, relaxed bool) []*Dependency {
	if relaxed {
		return deps
	}
	i, _ := slices.BinarySearchFunc(deps, first.G+1, func(d *Dependency, g trace.G) int { return cmp.Compare(d.G, g) })
	return deps[i:]
}

// TooLong notes that a chain of the greatest length goes on.
func (s *search) TooLong(chain []*Dependency, d *Dependency) {
	if len(chain)+1 == s.rel.opt.MaxLength && !s.limits.has(LimitLength) && s.Links(chain, d, false) && s.goesOn(append(chain, d)) {
		s.limits.reach(LimitLength)
	}
}

// goesOn reports whether a chain could be extended.
func (s *search) goesOn(chain []*Dependency) bool {
	next := after(s.holders[chain[len(chain)-1].Lock], chain[0], s.relaxed)
	return slices.ContainsFunc(next, func(d *Dependency) bool { return s.Step() && s.links(chain, d) })
}

// few counts the links alike d that were tried after a chain; it reports whether d is one more.
func (s *search) few(length int, d *Dependency) bool {
	if s.same[length] == nil {
		s.same[length] = map[alike]int{}
	}
	k := alikeOf(d)
	if s.same[length][k] >= s.rel.opt.MaxSame {
		s.limits.reach(LimitSame)
		return false
	}
	s.same[length][k]++
	return true
}

// links reports whether d can continue the chain (Definition 3).
func (s *search) links(chain []*Dependency, d *Dependency) bool {
	if _, self := d.holdOf(d.Lock); self {
		return false
	}
	if s.relaxed {
		return s.linksRelaxed(chain, d)
	}
	for _, c := range chain {
		if c.G == d.G || c.Lock == d.Lock || s.gate(c, d) != nil {
			return false
		}
	}
	return true
}

// linksRelaxed is links without the condition on held sets, or with one
// goroutine instead of distinct ones. The first link is the first of the
// relation when it is one goroutine.
func (s *search) linksRelaxed(chain []*Dependency, d *Dependency) bool {
	one := chain[0].G == d.G
	if one && d.order <= chain[0].order || !one && d.G < chain[0].G {
		return false
	}
	for i, c := range chain {
		if c == d || c.Lock == d.Lock || i > 0 && (c.G == d.G) != one || one != (c.G == d.G) {
			return false
		}
	}
	return true
}

// gate returns a lock that keeps a and b from being where they are at the
// same time, or nil: both hold it, not both in shared mode.
func (s *search) gate(a, b *Dependency) *Hold {
	for i := range a.Held {
		h := &a.Held[i]
		if o, both := b.holdOf(h.Lock); both && excludes(h.Mode, o.Mode) && s.rel.capacity(h.Lock) == 1 {
			return h
		}
	}
	return nil
}

// prevented reports whether a cycle of the relaxed search is none of the strict one.
func (s *search) prevented(chain []*Dependency) bool {
	if chain[0].G == chain[1].G {
		return true
	}
	a, _, _ := s.gated(chain)
	return a != nil
}

// doublyPrevented reports whether dependencies of one goroutine have a gate lock in common: they
// are no cycle either when other goroutines take them over, such as the jobs of a worker.
func (s *search) doublyPrevented(chain []*Dependency) bool {
	for i, a := range chain {
		for _, b := range chain[:i] {
			if a.G == b.G && s.gate(b, a) != nil {
				return true
			}
		}
	}
	return false
}

// gated returns the first two that a gate lock keeps apart.
func (s *search) gated(chain []*Dependency) (a, b *Dependency, gate *Hold) {
	for i, a := range chain {
		for _, b := range chain[:i] {
			if h := s.gate(b, a); h != nil && a.G != b.G {
				return b, a, h
			}
		}
	}
	return nil, nil, nil
}
