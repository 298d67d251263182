package lockorder

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// A Cycle is edges each of which waits for a lock that the next one holds, the
// last one for a lock of the first.
type Cycle []lockfacts.Edge

// Limits of the search. A cycle of more than maxLength locks is not looked
// for, nor a refuted one of more than maxRefutedLength; the search ends after maxSteps edges that were looked at.
const (
	maxLength        = lockgraph.DefaultMaxLength
	maxRefutedLength = 3
	maxSteps         = lockgraph.DefaultMaxSteps
)

// Objects tells the objects apart that locks are parts of.
type Objects interface {
	// Alias answers for two locks of one class, which one function names or not.
	Alias(a, b lockfacts.Lock, inOne bool) alias.Answer
	// Distinct reports whether the whole program shows that two locks are never one.
	Distinct(a, b lockfacts.Lock) bool
	// Older reports whether one lock is part of an object that was there before that of the other one.
	Older(lock, than lockfacts.Lock) bool
	// HasWriter reports whether any goroutine locks a node exclusively.
	HasWriter(node string) bool
	// Opposite reports whether two steps between objects of one class are one in the two directions.
	Opposite(a, b string) bool
	// IsOver reports whether the first of two edges is over when the second one holds its lock.
	IsOver(first, second *lockfacts.Edge) bool
	// LeadAlike reports whether access paths x and y are one object because p and q are.
	LeadAlike(p, q, x, y string) bool
}

// A Wanted says of cycles and edges which of them count.
type Wanted struct {
	// Settled reports that cycles of these edges are not wanted, or not those of some subset. It may be nil. A cycle lies
	// within a strongly connected component, and settled components are not searched. In a program of many packages
	// nearly all edges are in settled components.
	Settled func([]lockfacts.Edge) bool
	// Excluded, which may be nil, reports of a cycle that it cannot be. Another one of the same locks may.
	Excluded func(Cycle) bool
	// Refuted, which may be nil, is told of each cycle that is refused, and by which refuter.
	Refuted func(Cycle, *Refuter)
	// Possible asks for the cycles as well that lack a part of their witness, see Parts. They come last.
	Possible bool
	// Reached, which may be nil, is told of a limit that was reached.
	Reached func(name string, value int)
}

// Cycles returns the cycles that can block, one for each set of locks. Those of two objects of one class come first, then
// the shortest. A cycle around all locks of a reported one is not reported again, since the repair of the shorter one
// repairs both.
//
// The search is that of lockgraph. Its time is exponential in maxLength in the worst case. Real lock orders are sparse, and
// the time is close to linear in the number of edges.
func Cycles(edges []lockfacts.Edge, objects Objects, want Wanted) []Cycle {
	if want.Settled == nil {
		want.Settled = func([]lockfacts.Edge) bool { return false }
	}
	if want.Settled(edges) {
		return nil
	}
	s := newSearch(edges, objects, want)
	for _, list := range s.twins {
		s.cycles(list, 2, s.addTwins)
	}
	for s.spare = 0; s.spare <= maxWriters; s.spare++ {
		s.steps = 0
		for n := 2; n <= maxLength; n++ {
			s.cycles(s.first, n, s.add)
		}
	}
	s.possible()
	s.refuted()
	return append(s.twoOfOne, s.found...)
}

// maxWriters is how many of the waits of a cycle may be those of a reader for a reader, see free.
const maxWriters = 1

// A search looks for cycles of one length at a time, as [lockgraph.Waits]. Nodes have numbers, in the order
// of their names.
type search struct {
	edges    []lockfacts.Edge
	ends     [][2]int // the node that each edge holds, and the node that it waits for
	out      [][]int  // node -> edges that hold it, and wait for another one in its component
	first    []int    // where chains begin: these edges, by node
	twins    [][]int  // the edges between two objects of one class, by class
	spare    int      // see maxWriters
	steps    int
	lenient  bool // nothing refutes: see refuted
	hopeful  bool // parts that are not shown count as true: see possible
	calls    map[unresolvedCall]bool
	objects  Objects
	want     Wanted
	writers  map[string]bool   // see written
	twoOfOne []Cycle           // cycles of twins, and
	bySteps  map[[3]string]int // class and steps -> their cycle in twoOfOne
	shown    int               // how many of found are not replaced any more
	found    []Cycle           // the others, with
	sets     [][]int           // the nodes of each
}

func newSearch(edges []lockfacts.Edge, objects Objects, want Wanted) *search {
	s := &search{objects: objects, want: want, writers: map[string]bool{}, bySteps: map[[3]string]int{}, edges: edges, ends: make([][2]int, len(edges))}
	number := numbered(edges)
	s.out = make([][]int, len(number))
	next, nodes := map[int][]int{}, make([]int, len(number))
	for i := range edges {
		e := &edges[i]
		from, to := number[e.From.Node], number[e.To.Node]
		s.ends[i] = [2]int{from, to}
		if !e.Same {
			s.out[from], next[from] = append(s.out[from], i), append(next[from], to)
		}
	}
	for n := range nodes {
		nodes[n] = n
	}
	s.within(lockgraph.Components(nodes, next))
	s.twins = twins(edges, want.Settled)
	return s
}

// numbered gives the nodes of edges numbers in the order of their names.
func numbered(edges []lockfacts.Edge) map[string]int {
	var names []string
	for i := range edges {
		names = append(names, edges[i].From.Node, edges[i].To.Node)
	}
	slices.Sort(names)
	number := map[string]int{}
	for i, n := range slices.Compact(names) {
		number[n] = i
	}
	return number
}

// within forgets the edges that leave a component, and those of components that are settled.
func (s *search) within(component map[int]int) {
	inside := map[int][]lockfacts.Edge{} // by component
	for n, out := range s.out {
		s.out[n] = slices.DeleteFunc(out, func(i int) bool { return component[n] != component[s.ends[i][1]] })
		for _, i := range s.out[n] {
			inside[component[n]] = append(inside[component[n]], s.edges[i])
		}
	}
	settled := map[int]bool{}
	for c, list := range inside {
		settled[c] = s.want.Settled(list)
	}
	for n, out := range s.out {
		if settled[component[n]] {
			s.out[n] = nil
			continue
		}
		s.first = append(s.first, out...)
	}
}

// twins are the edges between two objects of one class, by class in the order of the edges. A class whose edges are settled has none.
func twins(edges []lockfacts.Edge, settled func([]lockfacts.Edge) bool) [][]int {
	of := map[string]int{}
	var list [][]int
	var all [][]lockfacts.Edge
	for i := range edges {
		e := &edges[i]
		if !e.Same || e.Double {
			continue
		}
		k, known := of[e.From.Node]
		if !known {
			k = len(list)
			of[e.From.Node], list, all = k, append(list, nil), append(all, nil)
		}
		list[k], all[k] = append(list[k], i), append(all[k], *e)
	}
	for k := range list {
		if one := &all[k][0]; len(all[k]) == 1 && one.Step == "" && !swaps(one) && !takesTwo(one) || settled(all[k]) {
			list[k] = nil
		}
	}
	return list
}

// cycles calls found with the cycles of n edges that begin with one of some.
func (s *search) cycles(some []int, n int, found func([]int)) {
	for _, i := range some {
		ended := !lockgraph.Cycles(s, []int{i}, n, func(chain []int) bool {
			found(chain)
			return true
		})
		if ended {
			return
		}
	}
}

// After returns the edges that hold the node for which a chain waits, and those of one class from the first one on.
func (s *search) After(chain []int) []int {
	first := chain[0]
	if !s.edges[first].Same {
		return s.out[s.ends[chain[len(chain)-1]][1]]
	}
	for _, list := range s.twins {
		if i, ok := slices.BinarySearch(list, first); ok {
			if s.meetsItself(&s.edges[first]) {
				return list[i:]
			}
			return list[i+1:]
		}
	}
	return nil
}

// Closes reports whether an edge waits for the lock that the first edge of a chain holds.
func (s *search) Closes(chain []int, i int) bool {
	if first := &s.edges[chain[0]]; first.Same {
		return s.meet(first, &s.edges[i])
	}
	return s.ends[i][1] == s.ends[chain[0]][0]
}

// Links reports whether an edge may follow a chain in which the first node is the least one: nothing refutes it.
func (s *search) Links(chain []int, i int, closes bool) bool {
	to := s.ends[i][1]
	if !closes && (to < s.ends[chain[0]][0] || slices.ContainsFunc(chain, func(j int) bool { return s.ends[j][0] == to })) {
		return false
	}
	if s.lenient {
		return true
	}
	return !(closes && len(s.cycle(append(slices.Clip(chain), i)).withWriters()) > s.spare) && s.refuter(chain, i, closes) == nil
}

// Step counts an edge that is looked at.
func (s *search) Step() bool {
	s.steps++
	if s.steps > maxSteps && s.want.Reached != nil {
		s.want.Reached("maxSteps", maxSteps)
	}
	return s.steps <= maxSteps
}

// TooLong is told of nothing that is a limit: most chains end without a cycle.
func (s *search) TooLong([]int, int) {}

// cycle is the edges with these numbers.
func (s *search) cycle(chain []int) Cycle {
	c := make(Cycle, len(chain))
	for k, i := range chain {
		c[k] = s.edges[i]
	}
	return c
}

// add records a cycle unless it contains a known cycle.
func (s *search) add(chain []int) {
	c := s.cycle(chain)
	set := make([]int, len(chain))
	for k, i := range chain {
		set[k] = s.ends[i][0]
	}
	slices.Sort(set)
	for i, known := range s.sets {
		if !subset(known, set) {
			continue
		}
		if i >= s.shown && len(known) == len(set) && len(c.withWriters()) == len(s.found[i].withWriters()) && weight(c) < weight(s.found[i]) {
			s.found[i] = c // the same cycle, easier to follow
		}
		return
	}
	s.found, s.sets = append(s.found, c), append(s.sets, set)
}

// possible adds the cycles that others do not contain when gates are not believed to be one object, and callers may
// give two objects in both orders.
func (s *search) possible() {
	if !s.want.Possible {
		return
	}
	s.hopeful, s.spare, s.shown = true, maxWriters, len(s.found)
	twins := map[string]bool{}
	for _, c := range s.twoOfOne {
		twins[c[0].From.Node] = true
	}
	for _, list := range s.twins {
		if len(list) > 0 && !twins[s.edges[list[0]].From.Node] {
			s.cycles(list, 2, s.addTwins)
		}
	}
	s.steps = 0
	for n := 2; n <= maxLength; n++ {
		s.cycles(s.first, n, s.add)
	}
	s.hopeful = false
}

// refuted tells of the cycles that a refuter refuses.
func (s *search) refuted() {
	if s.want.Refuted == nil {
		return
	}
	tell := func(chain []int) {
		last := len(chain) - 1
		for end := 1; end <= last; end++ {
			if by := s.refuter(chain[:end], chain[end], end == last); by != nil {
				s.want.Refuted(s.cycle(chain), by)
				return
			}
		}
	}
	s.lenient, s.steps, s.spare = true, 0, maxWriters
	for _, list := range s.twins {
		s.cycles(list, 2, tell)
	}
	for n := 2; n <= maxRefutedLength; n++ {
		s.cycles(s.first, n, tell)
	}
}

// farAway is more than a reader has to follow in any cycle.
const farAway = 1000

// weight is how many calls a reader has to follow. A distant cycle comes last: it does
// not stand for a near cycle of the same locks.
func weight(c Cycle) int {
	n := 0
	if IsDistant(c) {
		n = farAway
	}
	for _, e := range c {
		n += len(e.To.Via) + len(e.From.Via)
	}
	return n
}

func subset(small, big []int) bool {
	return !slices.ContainsFunc(small, func(n int) bool { return !slices.Contains(big, n) })
}
