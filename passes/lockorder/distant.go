package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// maxPointers is how many pointers away from what a function was given, or from a
// global variable, a lock is held to be that of the same object as in another
// function. In what was read (script/static), cycles of locks that are farther away
// are mostly of two objects of one type.
const maxPointers = 2

// IsDistant reports whether one of the locks is so far from what the function knows
// that it may well not be the one that the other function means.
func IsDistant(c Cycle) bool {
	return slices.ContainsFunc(c, func(e lockfacts.Edge) bool {
		return e.Step == "" && (isDistant(e.From.Place) || isDistant(e.To.Place))
	})
}

func isDistant(place string) bool {
	switch {
	case place == "" || place[0] == '?':
		return true
	case place[0] == 'L': // an object that the function has, but not what it leads to
		return strings.Contains(place, "->")
	}
	// What a map or a slice refers to is no object of its own.
	pointers := strings.Count(strings.TrimSuffix(place, "->"), "->") - strings.Count(place, "->[")
	return pointers > maxPointers
}
