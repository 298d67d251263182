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
// Its condition has the second argument in the place of the constant.

// parameterOf is the name of a parameter, as in conditions, or "".
func parameterOf(frame *syncop.Frame, v ssa.Value) string {
	if _, ok := v.(*ssa.Parameter); !ok {
		return ""
	}
	return frame.Place(v).Root
}

// otherArg is the second argument that a condition compares, or "". Constants are written with
// their type.
func (c Cond) otherArg() string {
	if c.Kind == CondEqual && strings.HasPrefix(c.Const, "P") && !strings.Contains(c.Const, ":") {
		return c.Const
	}
	return ""
}

// withConstant is a condition about two arguments as one about the argument that is not a
// constant. It reports false when there is no such.
func (e environment) withConstant(c Cond) (Cond, bool) {
	a, _ := e.arg(c.Place)
	b, _ := e.arg(c.otherArg())
	switch {
	case isConstant(b.Const):
		c.Const = b.Const
	case isConstant(a.Const):
		c.Place, c.Const = c.otherArg(), a.Const
	default:
		return c, false
	}
	return c, true
}

func isConstant(text string) bool { return strings.Contains(text, ":") }
