package lockorder

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// meet reports whether each of two edges between locks of one class waits for the object that the other one holds: they
// name the two objects alike, or keep each other and are locked in both orders. One goroutine holds a child and waits for its
// parent, and another one holds the parent and waits for its children.
func (s *search) meet(a, b *lockfacts.Edge) bool {
	if a.Step != "" || b.Step != "" {
		return a.Step != "" && b.Step != "" && s.objects.Opposite(a.Step, b.Step)
	}
	return a.From.Place == b.To.Place && a.To.Place == b.From.Place && comparable(a, b)
}

// comparable reports whether the places of two edges mean the same objects:
// they are seen by one function, or are global.
func comparable(a, b *lockfacts.Edge) bool {
	global := strings.HasPrefix(a.From.Place, "G") && strings.HasPrefix(a.To.Place, "G")
	known := !strings.HasPrefix(a.From.Place, "?") && !strings.HasPrefix(a.To.Place, "?")
	return global || known && a.Func == b.Func
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
