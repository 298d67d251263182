package lockorder

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// meet reports whether each of two edges between locks of one class waits for the object that the other one holds: they
// name the two objects alike, or keep each other and are locked in both orders. One goroutine holds a child and waits for its
// parent, and another one holds the parent and waits for its children.
func (s *search) meet(a, b *lockfacts.Edge) bool {
	if a == b {
		return s.meetsItself(a)
	}
	if a.Step != "" || b.Step != "" {
		return a.Step != "" && b.Step != "" && s.objects.Opposite(a.Step, b.Step)
	}
	if from, to, ok := byFields(a); ok {
		if last, first, ok := byFields(b); ok && from == first && to == last {
			return true
		}
	}
	inOne := a.Func == b.Func
	return s.objects.Alias(a.From, b.To, inOne) == alias.Must && s.objects.Alias(a.To, b.From, inOne) == alias.Must
}

// byFields returns the ways from an object to the two objects that an edge takes, when fields or constant indexes name both:
//
//	s.users.mu.Lock(); s.stats.mu.Lock() // in one method, and in the other order in another one
func byFields(e *lockfacts.Edge) (from, to string, ok bool) {
	x, y := e.From.Path, e.To.Path
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	n = max(0, strings.LastIndexByte(x[:n], '.')) // a selector by field tells the type of the object
	from, to = x[n:], y[n:]
	return from, to, x != "" && strings.ContainsAny(x[:1], "PFG") && strings.HasPrefix(from, ".") && strings.HasPrefix(to, ".") && from != to && isFixed(from) && isFixed(to)
}

// isFixed reports whether selectors lead from one object to one other: each index is a constant.
func isFixed(selectors string) bool {
	return strings.Count(selectors, "[") == strings.Count(selectors, "[=")
}

// meetsItself reports whether an edge may wait for itself in another goroutine, which takes the two objects the other way round.
func (s *search) meetsItself(e *lockfacts.Edge) bool {
	return swaps(e) || e.Step != "" && s.objects.Opposite(e.Step, e.Step) || s.hopeful && takesTwo(e)
}

// swaps reports whether an edge waits for itself in another goroutine: it takes two elements of one slice, array or map, at indexes that two parameters give.
// Another caller may give them the other way round.
func swaps(e *lockfacts.Edge) bool {
	if e.Step != "" {
		return false
	}
	from, to := strings.Split(e.From.Path, "["), strings.Split(e.To.Path, "[")
	if len(from) != len(to) {
		return false
	}
	swapped := false
	for i := range from {
		if from[i] == to[i] {
			continue
		}
		x, restX, ok := strings.Cut(from[i], "]")
		y, restY, also := strings.Cut(to[i], "]")
		if swapped || i == 0 || !ok || !also || restX != restY || !strings.HasPrefix(x, "P") || !strings.HasPrefix(y, "P") {
			return false
		}
		swapped = true
	}
	return swapped
}

// Swaps reports whether it takes callers that give two indexes in both orders for a cycle to block.
func (c Cycle) Swaps() bool {
	return len(c) == 2 && c[0].Func == c[1].Func && c[0].From.Path == c[1].From.Path && swaps(&c[0]) && swaps(&c[1])
}

// addTwins records a cycle of two objects of one class. Of those by the same fields that are not settled, the cycle
// that is the easiest to follow stands for all.
func (s *search) addTwins(chain []int) {
	c := s.cycle(chain)
	if c[0].Step == "" {
		s.twoOfOne = append(s.twoOfOne, c)
		return
	}
	if s.want.Settled(c) {
		return
	}
	key := [3]string{c[0].From.Node, min(c[0].Step, c[1].Step), max(c[0].Step, c[1].Step)}
	if k, known := s.bySteps[key]; !known {
		s.bySteps[key] = len(s.twoOfOne)
		s.twoOfOne = append(s.twoOfOne, c)
	} else if weight(c) < weight(s.twoOfOne[k]) {
		s.twoOfOne[k] = c
	}
}
