package lockorder

import "github.com/deadlocklint/deadlocklint/passes/lockfacts"

// exclusive reports whether two edges that wait for each other contradict each other about one object: the one is taken where a flag that
// never changes has a value, and the other one where it has another one.
func exclusive(objects Objects, a, b *lockfacts.Edge) bool {
	for _, c := range a.Guards {
		for _, d := range b.Guards {
			if c.Excludes(d) && isOne(objects, a, b, c.Path, d.Path) {
				return true
			}
		}
	}
	return false
}
