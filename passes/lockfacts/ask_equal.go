package lockfacts

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A function that returns only if two of its arguments are equal says something about one of
// them where the other one is a constant:
//
//	requireLen(t, n, 1)
//
// Its condition has the second argument in the place of the constant. So it has where the function only asks whether two
// arguments are one object, before it locks or unlocks both:
//
//	func lockBoth(a, b *Node) { a.mu.Lock(); if a != b { b.mu.Lock() } }
//
// A caller whose own parameters these are knows that it is the same each time.

// parameterOf is the name of a parameter, as in conditions, or "".
func parameterOf(frame *syncop.Frame, v ssa.Value) string {
	if _, ok := v.(*ssa.Parameter); !ok {
		return ""
	}
	return frame.AccessPath(v).Root
}

// otherArg is the second argument that a condition compares, or "". Constants are written with
// their type.
func (c Condition) otherArg() string {
	if c.Kind == CondEqual && strings.HasPrefix(c.Const, "P") && !strings.Contains(c.Const, ":") {
		return c.Const
	}
	return ""
}

// withConstant is a condition about two arguments as one about the argument that is not a
// constant. It reports false when there is no such.
func (e environment) withConstant(c Condition) (Condition, bool) {
	a, _ := e.arg(c.Path)
	b, _ := e.arg(c.otherArg())
	switch {
	case isConstant(b.Const):
		c.Const = b.Const
	case isConstant(a.Const):
		c.Path, c.Const = c.otherArg(), a.Const
	default:
		return c, false
	}
	return c, true
}

// betweenParameters is a condition about two arguments as one about the parameters of the caller that these are. It
// is decided where both are one.
func (e environment) betweenParameters(c Condition) (d Condition, val, known bool) {
	a, _ := e.arg(c.Path)
	b, _ := e.arg(c.otherArg())
	switch {
	case !a.isParameter() || !b.isParameter():
		return Condition{}, false, false
	case a.Path.Root == b.Path.Root:
		return Condition{}, true, true
	}
	return equalPair(c, a.Path.Root, b.Path.Root), false, false
}

// isParameter reports whether an argument is a parameter of the caller itself.
func (a Arg) isParameter() bool {
	return a.name == "" && a.asks == nil && a.Path.Path == "" && strings.HasPrefix(a.Path.Root, "P")
}

// equalPair makes a condition one about two parameters, in whatever order they are compared.
func equalPair(c Condition, x, y string) Condition {
	c.Kind, c.Path, c.Const = CondEqual, min(x, y), max(x, y)
	return c
}

func isConstant(text string) bool { return strings.Contains(text, ":") }
