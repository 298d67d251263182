package lockorder

import "github.com/deadlocklint/deadlocklint/passes/lockfacts"

// exclusive reports whether two edges that wait for each other contradict each other about one object: the one is taken where a flag that
// never changes is set, and the other one where it is not.
func exclusive(objects Objects, a, b *lockfacts.Edge) bool {
	for _, c := range a.Guards {
		for _, d := range b.Guards {
			if c.Kind == d.Kind && c.Const == d.Const && c.Val != d.Val && isOne(objects, a, b, c.Path, d.Path) {
				return true
			}
		}
	}
	return false
}
