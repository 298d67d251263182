package lockorder

import (
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// kin finds objects of one class that keep each other and are locked in both orders: one goroutine holds a child and waits
// for its parent, and another one holds the parent and waits for its children. Of the cycles of one class,
// the one that is the easiest to follow stands for all.
func kin(edges []lockfacts.Edge, objects Objects) []Cycle {
	var cycles []Cycle
	at := map[string]int{} // node -> its cycle
	for i := range edges {
		for j := i + 1; edges[i].Step != "" && j < len(edges); j++ {
			a, b := &edges[i], &edges[j]
			if b.Step == "" || a.From.Node != b.From.Node || !objects.Opposite(a.Step, b.Step) || !together(a, b) {
				continue
			}
			c := Cycle{*a, *b}
			if k, known := at[a.From.Node]; !known {
				at[a.From.Node] = len(cycles)
				cycles = append(cycles, c)
			} else if weight(c) < weight(cycles[k]) {
				cycles[k] = c
			}
		}
	}
	return cycles
}

// together reports whether two goroutines can be at two edges of one class at once, each of which waits for the other one.
func together(a, b *lockfacts.Edge) bool {
	return (a.Ordered == "" || a.Ordered != b.Ordered) && !gated2(a, b) && lockfacts.Parallel(a.Roots, b.Roots) &&
		!betweenReaders(a, b) && !betweenReaders(b, a)
}
