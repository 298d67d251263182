package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// A Refuter is a reason for which edges that wait for each other in a circle are no cycle.
type Refuter struct {
	Name string
	Doc  string // one line, after "refuted: "
	Case string // a textbook package that is silent for this reason

	// One of these is set. pair is asked of any two edges, next of a waiting edge and the next one, which holds, and
	// whole of a complete cycle.
	pair  func(s *search, a, b *lockfacts.Edge) bool
	next  func(s *search, waits, holds *lockfacts.Edge) bool
	whole func(s *search, c []*lockfacts.Edge) bool

	between classes
}

// classes are the cycles that a refuter is asked about.
type classes uint8

const (
	ofDifferent classes = 1 << iota // cycles of two classes or more
	ofOne                           // two objects of one class
	ofAny       = ofDifferent | ofOne
)

// readers is the name of the refuter of a cycle that needs a goroutine that writes.
const readers = "readers"

// Refuters are all there are, in the order in which they are asked: the first that refuses gives its name.
var Refuters = []*Refuter{
	{Name: "goroutine", Case: "clean_one_goroutine", between: ofAny, Doc: "both orders are those of one goroutine",
		pair: func(_ *search, a, b *lockfacts.Edge) bool { return !lockfacts.Parallel(a.Contexts, b.Contexts) }},
	{Name: "gate", Case: "clean_gate", between: ofAny, Doc: "both orders are taken under a further lock",
		pair: (*search).gated},
	{Name: "guards", Case: "clean_two_orders", between: ofDifferent, Doc: "one order is taken where a flag of an object is set, and the other order where it is not",
		pair: func(s *search, a, b *lockfacts.Edge) bool { return exclusive(s.objects, a, b) }},
	{Name: "ordered", Case: "clean_ordered_branches", between: ofOne, Doc: "both compare the two objects and lock the lesser one first",
		pair: func(_ *search, a, b *lockfacts.Edge) bool { return a.Ordered != "" && a.Ordered == b.Ordered }},
	{Name: readers, Case: "clean_readers", between: ofAny, Doc: "a reader waits for a reader",
		next: (*search).free},
	{Name: "holders", Case: "clean_holders", between: ofDifferent, Doc: "two fields hold an object each and nothing else does, or two elements of an array have the locks",
		next: func(s *search, waits, holds *lockfacts.Edge) bool {
			return s.objects.Alias(waits.To, holds.From, false) == alias.Never
		}},
	{Name: "owners", Case: "clean_copy", between: ofDifferent, Doc: "one order is within one object, and the other order takes two",
		whole: func(_ *search, c []*lockfacts.Edge) bool { return len(c) == 2 && otherOwners(c[0], c[1]) }},
	{Name: "wraps", Case: "clean_wrapped", between: ofDifferent, Doc: "each object calls its inner object by the same method",
		whole: func(s *search, c []*lockfacts.Edge) bool { return goesAround(c) || s.delegate(c) }},
	{Name: "older", Case: "clean_older", between: ofDifferent, Doc: "each object is older than the object that leads to it",
		whole: (*search).olderAround},
	{Name: "over", Case: "clean_over", between: ofDifferent, Doc: "one goroutine has waited for the end of the other one",
		next: func(s *search, waits, holds *lockfacts.Edge) bool { return s.objects.IsOver(waits, holds) }},
	{Name: "overlap", Case: "clean_overlap", between: ofAny, Doc: "a go statement, a Wait or a receive stands between the two",
		whole: (*search).excluded},
	{Name: "pointer", Case: "clean_two_tables", between: ofAny, Doc: "in the whole program, the awaited lock is never the held lock",
		whole: (*search).distinct},
}

// refuter is the refuter that keeps an edge from following a chain, or from closing it, or nil. The chain without its
// last edge has passed all refuters before.
func (s *search) refuter(chain []int, i int, closes bool) *Refuter {
	e, of := &s.edges[i], ofDifferent
	if e.Same {
		of = ofOne
	}
	cycle := make([]*lockfacts.Edge, 0, len(chain)+1)
	for _, j := range chain {
		cycle = append(cycle, &s.edges[j])
	}
	cycle = append(cycle, e)
	at := slices.IndexFunc(Refuters, func(r *Refuter) bool { return r.between&of != 0 && r.refuses(s, cycle, closes) })
	if at < 0 {
		return nil
	}
	return Refuters[at]
}

// refuses reports whether a refuter is against the last edge of some.
func (r *Refuter) refuses(s *search, edges []*lockfacts.Edge, closes bool) bool {
	last := len(edges) - 1
	e := edges[last]
	switch {
	case r.pair != nil:
		return slices.ContainsFunc(edges[:last], func(o *lockfacts.Edge) bool { return r.pair(s, o, e) })
	case r.next != nil:
		return r.next(s, edges[last-1], e) || closes && r.next(s, e, edges[0])
	}
	return closes && r.whole(s, edges)
}

// free reports whether the wait of one edge ends although the other one holds the lock: both want it in shared mode. Where
// a writer waits in between it does not, since that one waits for the reader who holds the lock, and RLock after that one
// (package sync, RWMutex.RLock). Such waits count once all cycles are found that need no further goroutine.
func (s *search) free(waits, holds *lockfacts.Edge) bool {
	return betweenReaders(waits, holds) && (waits.Same || s.spare == 0 || !s.written(waits.To.Node))
}

// written reports whether any goroutine locks a node exclusively. It is asked for on every path.
func (s *search) written(node string) bool {
	has, asked := s.writers[node]
	if !asked {
		has = s.objects.HasWriter(node)
		s.writers[node] = has
	}
	return has
}

// betweenReaders reports whether one edge waits in shared mode for a lock that the other one holds in shared mode.
func betweenReaders(waits, holds *lockfacts.Edge) bool { return waits.To.Read && holds.From.Read }

// NeedsWriter reports whether a cycle blocks only when a further goroutine waits to write.
func (c Cycle) NeedsWriter() bool { return len(c.withWriters()) > 0 }

// withWriters are the edges of a cycle that wait for a reader in shared mode: each needs a writer that waits in between.
func (c Cycle) withWriters() []lockfacts.Edge {
	var list []lockfacts.Edge
	for i := range c {
		if betweenReaders(&c[i], &c[(i+1)%len(c)]) {
			list = append(list, c[i])
		}
	}
	return list
}

// excluded asks the caller about a cycle.
func (s *search) excluded(c []*lockfacts.Edge) bool {
	if s.want.Excluded == nil {
		return false
	}
	cycle := make(Cycle, len(c))
	for i, e := range c {
		cycle[i] = *e
	}
	return s.want.Excluded(cycle)
}

// distinct reports whether one edge of a cycle waits for a lock that the next one never holds.
func (s *search) distinct(c []*lockfacts.Edge) bool {
	for i, waits := range c {
		if s.objects.Distinct(waits.To, c[(i+1)%len(c)].From) {
			return true
		}
	}
	return false
}

// olderAround reports whether in a cycle each object is older than the
// one before: then it does not come back to where it began.
func (s *search) olderAround(c []*lockfacts.Edge) bool {
	return !slices.ContainsFunc(c, func(e *lockfacts.Edge) bool { return !s.objects.Older(e.To, e.From) })
}

// otherOwners reports whether one of two edges between fields of one type takes
// the locks of two objects, and the other one those of one object: that is not
// where the first one waits.
func otherOwners(a, b *lockfacts.Edge) bool {
	x, y := owners(a), owners(b)
	return x == oneOwner && y == twoOwners || x == twoOwners && y == oneOwner
}

// How many objects the locks of an edge belong to.
const (
	unknown = iota
	oneOwner
	twoOwners
)

func owners(e *lockfacts.Edge) int {
	if t := ownerType(e.From.Node); t == "" || t != ownerType(e.To.Node) {
		return unknown
	}
	from, to := ownerPath(e.From.Path), ownerPath(e.To.Path)
	switch {
	case from == to && from != "" && from[0] != '?' && !strings.Contains(from, syncop.AnyIndex):
		return oneOwner
	case isNamed(from) && isNamed(to):
		return twoOwners
	}
	return unknown
}

// isNamed reports whether an access path is a parameter, or reached from one by fields
// alone, so that two of them that differ are meant to be two objects.
func isNamed(path string) bool {
	return path != "" && strings.ContainsRune("PFG", rune(path[0])) && !strings.ContainsAny(path, "[>")
}

func ownerType(node string) string {
	if i := strings.LastIndexByte(node, '.'); i > 0 {
		return node[:i]
	}
	return ""
}

func ownerPath(path string) string {
	if i := strings.LastIndexByte(path, '.'); i > 0 {
		return path[:i]
	}
	return ""
}
