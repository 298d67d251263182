package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// sameClass finds two objects of one class that are locked in both orders.
func sameClass(edges []lockfacts.Edge, objects Objects, settled func([]lockfacts.Edge) bool) []Cycle {
	ofClass := map[string][]lockfacts.Edge{}
	var nodes []string // in the order of the edges
	for _, e := range edges {
		if e.Same && !e.Double {
			if ofClass[e.From.Node] == nil {
				nodes = append(nodes, e.From.Node)
			}
			ofClass[e.From.Node] = append(ofClass[e.From.Node], e)
		}
	}
	var cycles []Cycle
	for _, n := range nodes {
		if list := ofClass[n]; len(list) > 1 && !settled(list) {
			cycles = append(append(cycles, inBothOrders(list)...), kin(list, objects, settled)...)
		}
	}
	return cycles
}

// inBothOrders returns the pairs of edges between locks of one class that can block.
func inBothOrders(edges []lockfacts.Edge) []Cycle {
	var cycles []Cycle
	for i := range edges {
		for j := i + 1; j < len(edges); j++ {
			a, b := &edges[i], &edges[j]
			if a.Step != "" || b.Step != "" || a.From.Place != b.To.Place || a.To.Place != b.From.Place {
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
		if slices.ContainsFunc(b.Gates, func(y lockfacts.Gate) bool { return exclude(x, y) }) {
			return true
		}
	}
	return false
}
