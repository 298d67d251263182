package lockorder

import (
	"github.com/deadlocklint/deadlocklint/internal/mhp"
	"github.com/deadlocklint/deadlocklint/pointer"
)

// isApart reports whether the locks that are taken at two sites are different objects, in
// every run: package pointer says so of the objects, and of their fields.
func isApart(prog *mhp.Program, a, b mhp.Site) bool {
	commands, called, ok := prog.Entries()
	one, other := prog.LocksAt(a), prog.LocksAt(b)
	if !ok || len(one) == 0 || len(other) == 0 {
		return false
	}
	c := &pointer.Config{Mains: commands, Roots: called}
	for _, v := range append(one, other...) {
		c.AddQuery(v)
	}
	result, err := pointer.Analyze(c)
	if err != nil {
		return false
	}
	for _, v := range one {
		for _, w := range other {
			if result.MayAlias(v, w) {
				return false
			}
		}
	}
	return true
}
