package lockorder

import (
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// kin finds objects of the class of all these edges that keep each other and are locked in both orders: one goroutine holds a
// child and waits for its parent, and another one holds the parent and waits for its children. The cycle
// that is the easiest to follow stands for all.
func kin(edges []lockfacts.Edge, objects Objects) []Cycle {
	var best []Cycle
	for i := range edges {
		for j := i + 1; edges[i].Step != "" && j < len(edges); j++ {
			a, b := &edges[i], &edges[j]
			if b.Step == "" || !objects.Opposite(a.Step, b.Step) || !together(a, b) {
				continue
			}
			if c := (Cycle{*a, *b}); best == nil || weight(c) < weight(best[0]) {
				best = []Cycle{c}
			}
		}
	}
	return best
}

// together reports whether two goroutines can be at two edges of one class at once, each of which waits for the other one.
func together(a, b *lockfacts.Edge) bool {
	return (a.Ordered == "" || a.Ordered != b.Ordered) && !gated2(a, b) && lockfacts.Parallel(a.Roots, b.Roots) &&
		!betweenReaders(a, b) && !betweenReaders(b, a)
}
