package html

import (
	"cmp"
	"slices"
)

// Layers are the classes of a lock order from left to right: a class stands to
// the right of all that are held when it is taken. Classes that are on a common
// cycle have no such order and stand in one layer.
//
// After Sugiyama, Tagawa and Toda, Methods for Visual Understanding of
// Hierarchical System Structures (1981), with three deviations: cycles are not
// broken but kept together (strongly connected components, Tarjan 1972), arrows
// over several layers get no points of their own between them, and the order
// inside a layer is that of the mean of the predecessors, in one sweep.
type layers struct {
	names     [][]string
	next      map[string][]string
	component map[string]int
	size      []int // of each component
}

func newLayers(classes []string, rows []orderRow) *layers {
	l := &layers{next: map[string][]string{}, component: map[string]int{}}
	for _, r := range rows {
		if slices.Contains(classes, r.Held) && slices.Contains(classes, r.Wanted) {
			l.next[r.Held] = append(l.next[r.Held], r.Wanted)
		}
	}
	slices.Sort(classes)
	l.components(classes)
	l.assign(classes)
	l.order()
	return l
}

// components numbers the strongly connected components so that an arrow between
// two leads to the smaller number.
func (l *layers) components(classes []string) {
	index, low := map[string]int{}, map[string]int{}
	var stack []string
	var visit func(c string)
	visit = func(c string) {
		index[c] = len(index) + 1
		low[c] = index[c]
		stack = append(stack, c)
		for _, to := range l.next[c] {
			if index[to] == 0 {
				visit(to)
				low[c] = min(low[c], low[to])
			} else if _, done := l.component[to]; !done {
				low[c] = min(low[c], index[to])
			}
		}
		if low[c] != index[c] {
			return
		}
		at := slices.Index(stack, c)
		for _, member := range stack[at:] {
			l.component[member] = len(l.size)
		}
		l.size = append(l.size, len(stack)-at)
		stack = stack[:at]
	}
	for _, c := range classes {
		if index[c] == 0 {
			visit(c)
		}
	}
}

// assign puts each component after all that lead to it.
func (l *layers) assign(classes []string) {
	layer := make([]int, len(l.size))
	byComponent := slices.Clone(classes)
	slices.SortStableFunc(byComponent, func(a, b string) int { return cmp.Compare(l.component[b], l.component[a]) })
	for _, c := range byComponent {
		for _, to := range l.next[c] {
			if from, to := l.component[c], l.component[to]; from != to {
				layer[to] = max(layer[to], layer[from]+1)
			}
		}
	}
	for _, c := range classes {
		at := layer[l.component[c]]
		for len(l.names) <= at {
			l.names = append(l.names, nil)
		}
		l.names[at] = append(l.names[at], c)
	}
}

// order sorts each layer by the mean place of the predecessors; members of one
// component stay together.
func (l *layers) order() {
	place := map[string]float64{}
	for at, names := range l.names {
		mean := map[int]float64{}
		for _, c := range names {
			mean[l.component[c]] = l.predecessors(l.component[c], at, place)
		}
		slices.SortStableFunc(names, func(a, b string) int {
			ca, cb := l.component[a], l.component[b]
			return cmp.Or(cmp.Compare(mean[ca], mean[cb]), cmp.Compare(ca, cb))
		})
		for i, c := range names {
			place[c] = float64(i)
		}
	}
}

// predecessors is the mean place of the nodes that lead to a component from the layers
// before.
func (l *layers) predecessors(component, layer int, place map[string]float64) float64 {
	sum, n := 0.0, 0
	for _, names := range l.names[:layer] {
		for _, c := range names {
			for _, to := range l.next[c] {
				if l.component[to] == component {
					sum += place[c]
					n++
				}
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// inCycle reports whether a class is on a cycle.
func (l *layers) inCycle(c string) bool {
	at, ok := l.component[c]
	return ok && (l.size[at] > 1 || slices.Contains(l.next[c], c))
}

// cyclic returns a function that reports whether a pair is on a cycle.
func (l *layers) cyclic() func(held, wanted string) bool {
	return func(held, wanted string) bool {
		a, ok1 := l.component[held]
		b, ok2 := l.component[wanted]
		return ok1 && ok2 && a == b && (held != wanted || slices.Contains(l.next[held], held))
	}
}
