package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// A gate is one object that both sides hold. Two sides that hold locks of one class may hold two objects, and pass each other:
//
//	func (c *Conn) read()  { c.mu.Lock(); routes.Lock(); peers.Lock(); … }
//	func (c *Conn) write() { c.mu.Lock(); peers.Lock(); routes.Lock(); … }
//
// Where the locks of the cycle are parts of the objects that lead to the gates, the gates are one. Where these objects point to the
// locks, they may be two that share them. Where two fields alone hold the
// gates, or the whole program tells them apart, they are two. Otherwise they are believed to be one, unless possible cycles are asked for.

// gated reports whether both hold a common lock, and not both in shared mode.
func (s *search) gated(a, b *lockfacts.Edge) bool {
	return slices.ContainsFunc(gatePairs(a, b), func(p gatePair) bool { return s.isGate(a, b, p) })
}

// A gatePair is a lock that one side of a cycle holds, and one of its class that another side holds.
type gatePair [2]lockfacts.Gate

// gatePairs are the locks of two edges that exclude each other if they are one object.
func gatePairs(a, b *lockfacts.Edge) (list []gatePair) {
	x, y := a.Gates, b.Gates
	if !a.Same {
		x, y = append(slices.Clip(x), heldBy(a)), append(slices.Clip(y), heldBy(b))
	}
	for _, g := range x {
		for _, h := range y {
			if exclude(g, h) {
				list = append(list, gatePair{g, h})
			}
		}
	}
	return list
}

// heldBy is the lock that an edge holds besides its gates.
func heldBy(e *lockfacts.Edge) lockfacts.Gate {
	return lockfacts.Gate{Node: e.From.Node, Read: e.From.Read, Path: e.From.Path, Pos: e.From.Site.Pos}
}

// exclude reports whether two goroutines cannot hold both at once, if they are one object. A lock in a type that is nothing but a lock
// has the name of the variable, where one is known: it is the same field then.
func exclude(x, y lockfacts.Gate) bool {
	return !(x.Read && y.Read) && (x.Node == y.Node || sameField(x.Path, y.Path))
}

// sameField reports whether two access paths are by one field, and one of them begins with a parameter, which may be any object.
func sameField(x, y string) bool {
	i, j := strings.LastIndexByte(x, '.'), strings.LastIndexByte(y, '.')
	return i > 0 && j > 0 && x[i:] == y[j:] && strings.ContainsRune("PF", rune(x[0])) != strings.ContainsRune("PF", rune(y[0]))
}

// isGate reports whether two locks of one class, around two edges, count as one object.
func (s *search) isGate(a, b *lockfacts.Edge, p gatePair) bool {
	return isOneGate(s.objects, a, b, p) || !s.hopeful && !areTwoGates(s.objects, a, b, p)
}

// areTwoGates reports whether two locks of one class, around two edges, are shown to be two objects.
func areTwoGates(objects Objects, a, b *lockfacts.Edge, p gatePair) bool {
	x, y := p[0].Lock(), p[1].Lock()
	return objects.Alias(x, y, a.Func == b.Func) == alias.Never || meets(a, b) && objects.Distinct(x, y)
}

// meets reports whether two edges are a cycle, as far as their nodes go.
func meets(a, b *lockfacts.Edge) bool { return a.To.Node == b.From.Node && b.To.Node == a.From.Node }

// isOneGate reports whether two gates are one object whenever the two edges wait for each other. A lock that callers hold has no
// path, and is believed to be one.
func isOneGate(objects Objects, a, b *lockfacts.Edge, p gatePair) bool {
	x, y := p[0].Path, p[1].Path
	return x == "" || y == "" || isOne(objects, a, b, x, y)
}

// isOne reports whether an access path of the function of one edge, and one of that of another edge, are one object whenever the two edges
// wait for each other.
func isOne(objects Objects, a, b *lockfacts.Edge, x, y string) bool {
	if x == y && strings.HasPrefix(x, "G") {
		return true
	}
	return a.To.Node == b.From.Node && objects.LeadAlike(a.To.Path, b.From.Path, x, y) ||
		b.To.Node == a.From.Node && objects.LeadAlike(b.To.Path, a.From.Path, y, x)
}
