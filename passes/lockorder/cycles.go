package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A Cycle is edges each of which waits for a lock that the next one holds, the
// last one for a lock of the first.
type Cycle []lockfacts.Edge

// Limits of the search. A cycle of more than maxLength locks is not looked
// for; a strongly connected component is given up after maxPaths paths.
const (
	maxLength = 6
	maxPaths  = 200_000
)

// Objects tells the objects apart that locks are parts of.
type Objects interface {
	// Apart reports whether two locks of one class are certainly not one object.
	Apart(a, b lockfacts.Lock) bool
	// Older reports whether one lock is part of an object that was there before that of the other one.
	Older(lock, than lockfacts.Lock) bool
	// HasWriter reports whether anybody locks a node exclusively.
	HasWriter(node string) bool
	// Opposite reports whether two steps between objects of one class are one in the two directions.
	Opposite(a, b string) bool
	// IsOver reports whether the first of two edges is over when the second one holds its lock.
	IsOver(first, second *lockfacts.Edge) bool
}

// A Wanted says of cycles and edges which of them count.
type Wanted struct {
	// Settled, which may be nil, reports of edges that nobody wants to know the cycles of these, or of some of them. A cycle
	// lies within a strongly connected component, and settled ones are not searched: in a program of many packages
	// those are nearly all that are known.
	Settled func([]lockfacts.Edge) bool
	// Excluded, which may be nil, reports of a cycle that it cannot be. Another one of the same locks may.
	Excluded func(Cycle) bool
}

// Cycles returns the cycles that can block, the shortest first, one for each
// set of locks. A
// cycle around all locks of a reported one is not reported
// again: whoever repairs the shorter repairs it.
//
// The search takes time exponential in maxLength at worst; real lock orders
// are so sparse that it is close to linear in the number of edges.
func Cycles(edges []lockfacts.Edge, objects Objects, want Wanted) []Cycle {
	settled := want.Settled
	if settled == nil {
		settled = func([]lockfacts.Edge) bool { return false }
	}
	if settled(edges) {
		return nil
	}
	cycles := sameClass(edges, objects, settled)
	s := newSearch(edges, objects)
	s.excluded = want.Excluded
	s.reach()
	s.leaveOut(settled)
	s.all()
	s.spare, s.paths = 1, 0
	s.all()
	for _, c := range s.found {
		cycles = append(cycles, c)
	}
	return cycles
}

// all looks for the cycles of each length in turn.
func (s *search) all() {
	for s.length = 2; s.length <= maxLength; s.length++ {
		for n, out := range s.out {
			if s.start = n; len(out) > 0 {
				s.extend(nil)
			}
		}
	}
}

// A search looks for cycles of one length at a time. Nodes have numbers, in the order
// of their names.
type search struct {
	edges    []lockfacts.Edge
	ends     [][2]int // the node that each edge holds, and the one that it waits for
	out      [][]int  // node -> edges that hold it
	comp     []int    // node -> strongly connected component
	calls    map[openCall]bool
	start    int // the smallest node of the cycle
	length   int
	spare    int // how many of the waits may be those of a reader for a reader, see readers
	paths    int
	found    []Cycle
	objects  Objects
	excluded func(Cycle) bool // see Wanted
	writers  map[string]bool  // see written
	sets     [][]int          // the nodes of each
	cycle    Cycle            // room for the next one, and
	set      []int            // for its nodes: most are those of one that is known
}

func newSearch(edges []lockfacts.Edge, objects Objects) *search {
	var names []string
	for i := range edges {
		names = append(names, edges[i].From.Node, edges[i].To.Node)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	number := make(map[string]int, len(names))
	for i, n := range names {
		number[n] = i
	}
	s := &search{objects: objects, writers: map[string]bool{}, edges: edges, ends: make([][2]int, len(edges)), out: make([][]int, len(names)), comp: make([]int, len(names))}
	for i := range edges {
		e := &edges[i]
		from := number[e.From.Node]
		s.ends[i] = [2]int{from, number[e.To.Node]}
		if !e.Same {
			s.out[from] = append(s.out[from], i)
		}
	}
	return s
}

// extend adds edges to a path of compatible edges.
func (s *search) extend(path []int) {
	if s.paths++; s.paths > maxPaths {
		return
	}
	at := s.start
	if len(path) > 0 {
		at = s.ends[path[len(path)-1]][1]
	}
	for _, i := range s.out[at] {
		to := s.ends[i][1]
		closes := to == s.start
		switch {
		case s.comp[to] != s.comp[s.start], closes != (len(path) == s.length-1):
			continue
		case !closes && (to < s.start || s.visits(path, to)):
			continue
		case !s.compatible(path, &s.edges[i], closes):
			continue
		}
		next := append(path, i)
		if !closes {
			s.extend(next)
		} else {
			s.add(next)
		}
	}
}

func (s *search) visits(path []int, node int) bool {
	return slices.ContainsFunc(path, func(i int) bool { return s.ends[i][0] == node })
}

// compatible reports whether the goroutines on the path and that of e can be
// where they have to be at the same time.
func (s *search) compatible(path []int, e *lockfacts.Edge, closes bool) bool {
	for j, i := range path {
		o := &s.edges[i]
		if !lockfacts.Parallel(o.Roots, e.Roots) || gated(o, e) {
			return false
		}
		if j == len(path)-1 && (s.free(o, e) || s.objects.Apart(o.To, e.From)) {
			return false
		}
	}
	if closes {
		first := &s.edges[path[0]]
		return !s.free(e, first) && !s.objects.Apart(e.To, first.From) && !(len(path) == 1 && otherOwners(first, e)) && !s.excused(path, e)
	}
	return true
}

// free reports whether the wait of one edge ends although the other one holds the lock: both want it in shared mode. Where
// a writer waits in between it does not, since that one waits for the reader who holds the lock, and RLock behind that one
// (package sync, RWMutex.RLock). Such waits count once all cycles are found that need no further goroutine.
func (s *search) free(waits, holds *lockfacts.Edge) bool {
	return betweenReaders(waits, holds) && (s.spare == 0 || !s.written(waits.To.Node))
}

// written reports whether anybody locks a node exclusively. It is asked for on every path.
func (s *search) written(node string) bool {
	has, asked := s.writers[node]
	if !asked {
		has = s.objects.HasWriter(node)
		s.writers[node] = has
	}
	return has
}

// betweenReaders reports whether one edge waits in shared mode for what the other one holds in shared mode.
func betweenReaders(waits, holds *lockfacts.Edge) bool { return waits.To.Read && holds.From.Read }

// NeedsWriter reports whether it takes a further goroutine for a cycle to block, one that waits to write.
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

// otherOwners reports whether one of two edges between fields of one type takes
// the locks of two objects, and the other one is not known to do so: in all
// likelihood it takes them of one, and is not where the first one waits.
func otherOwners(a, b *lockfacts.Edge) bool {
	return (owners(a) == twoOwners) != (owners(b) == twoOwners)
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
	from, to := ownerPlace(e.From.Place), ownerPlace(e.To.Place)
	switch {
	case from == to && from != "" && from[0] != '?' && !strings.Contains(from, syncop.AnyIndex):
		return oneOwner
	case isNamed(from) && isNamed(to):
		return twoOwners
	}
	return unknown
}

// isNamed reports whether a place is a parameter, or reached from one by fields
// alone, so that two of them that differ are meant to be two objects.
func isNamed(place string) bool {
	return place != "" && strings.ContainsRune("PFG", rune(place[0])) && !strings.ContainsAny(place, "[>")
}

func ownerType(node string) string {
	if i := strings.LastIndexByte(node, '.'); i > 0 {
		return node[:i]
	}
	return ""
}

func ownerPlace(place string) string {
	if i := strings.LastIndexByte(place, '.'); i > 0 {
		return place[:i]
	}
	return ""
}

// gated reports whether both hold a common lock, and not both in shared mode.
func gated(a, b *lockfacts.Edge) bool {
	x, y := heldBy(a), heldBy(b)
	return exclude(x, y) || slices.ContainsFunc(b.Gates, func(g lockfacts.Gate) bool { return exclude(x, g) }) ||
		slices.ContainsFunc(a.Gates, func(g lockfacts.Gate) bool { return exclude(g, y) }) || gated2(a, b)
}

// heldBy is the lock that an edge holds besides its gates.
func heldBy(e *lockfacts.Edge) lockfacts.Gate {
	return lockfacts.Gate{Node: e.From.Node, Read: e.From.Read}
}

// exclude reports whether two goroutines cannot hold both at once.
func exclude(x, y lockfacts.Gate) bool { return x.Node == y.Node && !(x.Read && y.Read) }

// add records a cycle unless it contains one that is known.
func (s *search) add(path []int) {
	c, set := s.cycle[:0], s.set[:0]
	for _, i := range path {
		c = append(c, s.edges[i])
		set = append(set, s.ends[i][0])
	}
	s.cycle, s.set = c, set
	if len(c.withWriters()) > s.spare {
		return
	}
	if s.excluded != nil && s.excluded(c) {
		return
	}
	slices.Sort(set)
	for i, known := range s.sets {
		if !subset(known, set) {
			continue
		}
		if len(known) == len(set) && len(c.withWriters()) == len(s.found[i].withWriters()) && weight(c) < weight(s.found[i]) {
			s.found[i] = slices.Clone(c) // the same cycle, easier to follow
		}
		return
	}
	s.found = append(s.found, slices.Clone(c))
	s.sets = append(s.sets, slices.Clone(set))
}

// farAway is more than a reader has to follow in any cycle.
const farAway = 1000

// weight is how many calls a reader has to follow. What is distant comes last: it does
// not stand for a cycle of the same locks that is not.
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

// reach computes strongly connected components by Tarjan's algorithm.
func (s *search) reach() {
	index, low := make([]int, len(s.out)), make([]int, len(s.out))
	var stack []int
	n := 0
	var visit func(int)
	visit = func(v int) {
		n++
		index[v], low[v] = n, n
		stack = append(stack, v)
		for _, i := range s.out[v] {
			w := s.ends[i][1]
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if s.comp[w] == 0 {
				low[v] = min(low[v], index[w])
			}
		}
		for low[v] == index[v] {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			s.comp[w] = index[v]
			if w == v {
				return
			}
		}
	}
	for v := range s.out {
		if index[v] == 0 {
			visit(v)
		}
	}
}

// leaveOut forgets the edges of components that need not be searched.
func (s *search) leaveOut(settled func([]lockfacts.Edge) bool) {
	within := map[int][]lockfacts.Edge{} // by component
	for n, out := range s.out {
		for _, i := range out {
			if c := s.comp[n]; s.comp[s.ends[i][1]] == c {
				within[c] = append(within[c], s.edges[i])
			}
		}
	}
	for n := range s.out {
		if list := within[s.comp[n]]; list == nil || settled(list) {
			s.out[n] = nil
		}
	}
}
