package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// maxPointers is the number of pointers from an argument or a global variable to a
// lock, up to which two functions are held to mean the same object. In the reports that
// were read (script/static), cycles of locks that are farther away are mostly of two
// objects of one type.
const maxPointers = 2

// IsDistant reports whether one of the locks is far from the function's arguments and
// global variables. Then the other function may well mean another lock.
func IsDistant(c Cycle) bool {
	return slices.ContainsFunc(c, func(e lockfacts.Edge) bool {
		return e.Step == "" && (isDistant(e.From.Path) || isDistant(e.To.Path))
	})
}

func isDistant(path string) bool {
	switch {
	case path == "" || path[0] == '?':
		return true
	case path[0] == 'L': // an object that the function has, but not what it leads to
		return strings.Contains(path, "->")
	}
	// The table of a map or a slice is no object of its own.
	pointers := strings.Count(strings.TrimSuffix(path, "->"), "->") - strings.Count(path, "->[")
	return pointers > maxPointers
}
