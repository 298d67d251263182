package lockorder

import (
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// kin finds objects of the class of all these edges that keep each other and are locked in both orders: one goroutine holds a
// child and waits for its parent, and another one holds the parent and waits for its children. Of those that are not settled, the cycle
// that is the easiest to follow stands for all by the same fields.
func kin(edges []lockfacts.Edge, objects Objects, settled func([]lockfacts.Edge) bool) []Cycle {
	var best []Cycle
	at := map[[2]string]int{} // steps -> their cycle
	for i := range edges {
		for j := i + 1; edges[i].Step != "" && j < len(edges); j++ {
			a, b := &edges[i], &edges[j]
			if b.Step == "" || !objects.Opposite(a.Step, b.Step) || !together(a, b) {
				continue
			}
			c := Cycle{*a, *b}
			if settled(c) {
				continue
			}
			steps := [2]string{min(a.Step, b.Step), max(a.Step, b.Step)}
			if k, known := at[steps]; !known {
				at[steps] = len(best)
				best = append(best, c)
			} else if weight(c) < weight(best[k]) {
				best[k] = c
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
