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

// Cycles returns the cycles that can block, the shortest first, one for each
// set of locks. apart tells two locks of one class that are never one object. A
// cycle around all locks of a reported one is not reported
// again: whoever repairs the shorter repairs it.
//
// The search takes time exponential in maxLength at worst; real lock orders
// are so sparse that it is close to linear in the number of edges.
func Cycles(edges []lockfacts.Edge, apart func(a, b lockfacts.Lock) bool) []Cycle {
	s := &search{apart: apart, out: map[string][]int{}, edges: edges}
	for i, e := range edges {
		if !e.Same {
			s.out[e.From.Node] = append(s.out[e.From.Node], i)
		}
	}
	s.reach()
	cycles := sameClass(edges)
	var nodes []string
	for n := range s.out {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for s.length = 2; s.length <= maxLength; s.length++ {
		for _, n := range nodes {
			s.start = n
			s.extend(nil)
		}
	}
	for _, c := range s.found {
		cycles = append(cycles, c)
	}
	return cycles
}

// A search looks for cycles of one length at a time.
type search struct {
	edges  []lockfacts.Edge
	out    map[string][]int // node -> edges that hold it
	comp   map[string]int   // node -> strongly connected component
	start  string           // the smallest node of the cycle
	length int
	paths  int
	found  []Cycle
	apart  func(a, b lockfacts.Lock) bool
	sets   [][]string // the nodes of each
}

// extend adds edges to a path of compatible edges.
func (s *search) extend(path []int) {
	if s.paths++; s.paths > maxPaths {
		return
	}
	at := s.start
	if len(path) > 0 {
		at = s.edges[path[len(path)-1]].To.Node
	}
	for _, i := range s.out[at] {
		e := &s.edges[i]
		closes := e.To.Node == s.start
		switch {
		case s.comp[e.To.Node] != s.comp[s.start], closes != (len(path) == s.length-1):
			continue
		case !closes && (e.To.Node < s.start || s.visits(path, e.To.Node)):
			continue
		case !s.compatible(path, e, closes):
			continue
		}
		next := append(slices.Clone(path), i)
		if !closes {
			s.extend(next)
		} else {
			s.add(next)
		}
	}
}

func (s *search) visits(path []int, node string) bool {
	return slices.ContainsFunc(path, func(i int) bool { return s.edges[i].From.Node == node })
}

// compatible reports whether the goroutines on the path and that of e can be
// where they have to be at the same time.
func (s *search) compatible(path []int, e *lockfacts.Edge, closes bool) bool {
	for j, i := range path {
		o := &s.edges[i]
		if !lockfacts.Parallel(o.Roots, e.Roots) || gated(o, e) {
			return false
		}
		if j == len(path)-1 && (o.To.Read && e.From.Read || s.apart(o.To, e.From)) {
			return false // readers do not wait for readers
		}
	}
	if closes {
		first := &s.edges[path[0]]
		return !(e.To.Read && first.From.Read) && !s.apart(e.To, first.From) && !(len(path) == 1 && otherOwners(first, e))
	}
	return true
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
	for _, x := range held(a) {
		for _, y := range held(b) {
			if x.Node == y.Node && !(x.Read && y.Read) {
				return true
			}
		}
	}
	return false
}

func held(e *lockfacts.Edge) []lockfacts.Gate {
	return append(slices.Clone(e.Gates), lockfacts.Gate{Node: e.From.Node, Read: e.From.Read})
}

// add records a cycle unless it contains one that is known.
func (s *search) add(path []int) {
	var c Cycle
	var set []string
	for _, i := range path {
		c = append(c, s.edges[i])
		set = append(set, s.edges[i].From.Node)
	}
	slices.Sort(set)
	for i, known := range s.sets {
		if !subset(known, set) {
			continue
		}
		if len(known) == len(set) && weight(c) < weight(s.found[i]) {
			s.found[i] = c // the same cycle, easier to follow
		}
		return
	}
	s.found = append(s.found, c)
	s.sets = append(s.sets, set)
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

func subset(small, big []string) bool {
	return !slices.ContainsFunc(small, func(n string) bool { return !slices.Contains(big, n) })
}

// reach computes strongly connected components by Tarjan's algorithm.
func (s *search) reach() {
	s.comp = map[string]int{}
	index, low := map[string]int{}, map[string]int{}
	var stack []string
	n := 0
	var visit func(string)
	visit = func(v string) {
		n++
		index[v], low[v] = n, n
		stack = append(stack, v)
		for _, i := range s.out[v] {
			w := s.edges[i].To.Node
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if s.comp[w] == 0 {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] == index[v] {
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				s.comp[w] = index[v]
				if w == v {
					return
				}
			}
		}
	}
	var nodes []string
	for v := range s.out {
		nodes = append(nodes, v)
	}
	slices.Sort(nodes)
	for _, v := range nodes {
		if index[v] == 0 {
			visit(v)
		}
	}
}

// sameClass finds two objects of one class that are locked in both orders.
func sameClass(edges []lockfacts.Edge) []Cycle {
	var cycles []Cycle
	for i := range edges {
		for j := i + 1; j < len(edges); j++ {
			a, b := &edges[i], &edges[j]
			if !a.Same || !b.Same || a.Double || b.Double || a.From.Node != b.From.Node || a.From.Place != b.To.Place || a.To.Place != b.From.Place {
				continue
			}
			if a.Ordered != "" && a.Ordered == b.Ordered {
				continue // both take the lesser one first
			}
			if !comparable(a, b) || gated2(a, b) || !lockfacts.Parallel(a.Roots, b.Roots) || a.To.Read && b.From.Read || b.To.Read && a.From.Read {
				continue
			}
			cycles = append(cycles, Cycle{*a, *b})
		}
	}
	return cycles
}

// comparable reports whether the places of two edges mean the same objects:
// they are seen by one function, or are global.
func comparable(a, b *lockfacts.Edge) bool {
	global := strings.HasPrefix(a.From.Place, "G") && strings.HasPrefix(a.To.Place, "G")
	known := !strings.HasPrefix(a.From.Place, "?") && !strings.HasPrefix(a.To.Place, "?")
	return global || known && a.Func == b.Func
}

// gated2 is gated for edges between locks of one class.
func gated2(a, b *lockfacts.Edge) bool {
	for _, x := range a.Gates {
		if slices.ContainsFunc(b.Gates, func(y lockfacts.Gate) bool { return x.Node == y.Node && !(x.Read && y.Read) }) {
			return true
		}
	}
	return false
}
