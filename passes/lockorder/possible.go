package lockorder

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A cycle is a finding when each part of its witness is shown: paths that take the locks, locks that are the same objects, no
// common gate, and goroutines that meet. A refuter shows that a part does not hold. A cycle that is neither shown nor refuted is possible:
// it is reported when it is asked for, and names the parts that it lacks.

// A Part is a part of a witness that a possible cycle lacks.
type Part struct {
	Name string
	Doc  string // one line, after "not shown: "
	Case string // a package of testdata/possible with such a cycle; NAME_right refutes it, NAME_shown has the part

	// lacks says what is not shown of a cycle, in a line for each place.
	lacks func(Objects, Cycle) []string
}

// Parts are all that a cycle can lack.
var Parts = []*Part{
	{Name: "object", Case: "object", Doc: "the lock that one side waits for is the lock that the next side holds", lacks: distantSides},
	{Name: "gate", Case: "gate", Doc: "the locks of one class around the sides are two objects", lacks: believedGates},
	{Name: "writer", Case: "writer", Doc: "a third goroutine waits to write", lacks: missingWriters},
	{Name: "swap", Case: "swap", Doc: "two callers give two objects in both orders", lacks: missingSwap},
}

// lacking are the parts that a cycle lacks, and in the same order what is not shown of each.
func lacking(o Objects, c Cycle) (names, texts []string) {
	for _, p := range Parts {
		if list := p.lacks(o, c); len(list) > 0 {
			names, texts = append(names, p.Name), append(texts, list...)
		}
	}
	return names, texts
}

func distantSides(_ Objects, c Cycle) (list []string) {
	for i := range c {
		e, next := &c[i], &c[(i+1)%len(c)]
		if e.Step == "" && (isDistant(e.To.Path) || isDistant(next.From.Path)) {
			list = append(list, fmt.Sprintf("the %s that %s waits for is the one that %s holds",
				lockfacts.ShortClass(e.To.Class), lockfacts.ShortFunc(e.To.Site.Func), lockfacts.ShortFunc(next.From.Site.Func)))
		}
	}
	return list
}

func believedGates(o Objects, c Cycle) (list []string) {
	for i := range c {
		for j := range i {
			for _, p := range gatePairs(&c[j], &c[i]) {
				if areTwoGates(o, &c[j], &c[i], p) {
					continue
				}
				list = append(list, fmt.Sprintf("%s and %s hold two objects of %s",
					lockfacts.ShortFunc(c[j].Func), lockfacts.ShortFunc(c[i].Func), lockfacts.ShortClass(p[0].Node)))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func missingWriters(_ Objects, c Cycle) (list []string) {
	for _, e := range c.withWriters() {
		list = append(list, "a writer waits for "+lockfacts.ShortClass(e.To.Class)+" then")
	}
	return list
}

func missingSwap(_ Objects, c Cycle) []string {
	switch {
	case !c.isSelf():
		return nil
	case swaps(&c[0]):
		return []string{"two callers give the two indexes in both orders"}
	}
	return []string{"two callers give the two objects in both orders"}
}

// isSelf reports whether a cycle is one edge that waits for itself in another goroutine.
func (c Cycle) isSelf() bool {
	return len(c) == 2 && c[0].Func == c[1].Func && c[0].From.Path == c[1].From.Path && c[0].To.Path == c[1].To.Path && (swaps(&c[0]) || takesTwo(&c[0]))
}

// takesTwo reports whether an edge takes the same lock of two parameters: other callers may give the two objects in
// the other order. Two objects of which one leads to the other have an order.
func takesTwo(e *lockfacts.Edge) bool {
	if !e.Same || e.Step != "" || e.Ordered != "" || e.Unresolved != "" {
		return false
	}
	from, x := cutSelectors(e.From.Path)
	to, y := cutSelectors(e.To.Path)
	return from != to && strings.HasPrefix(from, "P") && strings.HasPrefix(to, "P") && x == y && !strings.Contains(x, ">")
}

// cutSelectors cuts an access path where its selectors begin.
func cutSelectors(path string) (root, selectors string) {
	if i := strings.IndexAny(path, ".-["); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}
