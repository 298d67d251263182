package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
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

// equalPair makes a condition one about two parameters, the same for both orders of the comparison.
func equalPair(c Condition, x, y string) Condition {
	c.Kind, c.Path, c.Const = CondEqual, min(x, y), max(x, y)
	return c
}

func isConstant(text string) bool { return strings.Contains(text, ":") }

// A function often calls itself with a number that it counts up or down:
//
//	func (s *Store) walk(depth int) {
//		if depth == 0 { s.mu.Lock(); defer s.mu.Unlock() }
//		…
//		s.walk(depth + 1) // takes no lock
//	}
//
// A condition on depth + 1 is a condition on depth: depth + 1 == 0 is depth == -1. Numbers are taken not to overflow.

// An offset is a constant that is added to a value.
type offset struct {
	path string // of the value, as conditions name it
	typ  types.Type
	add  constant.Value
	// again is set when the function calls itself with the sum.
	again bool
}

// offsetOf splits a value into another one and a constant, or returns nil.
func offsetOf(v ssa.Value, name func(ssa.Value) string) *offset {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB || !isSignedNumber(sum.Type()) {
		return nil
	}
	k, ok := sum.Y.(*ssa.Const)
	x := sum.X
	if !ok && sum.Op == token.ADD {
		k, ok = sum.X.(*ssa.Const)
		x = sum.Y
	}
	if !ok || k.Value == nil {
		return nil
	}
	add := k.Value
	if sum.Op == token.SUB {
		add = constant.UnaryOp(token.SUB, add, 0)
	}
	if constant.Sign(add) == 0 {
		return nil
	}
	again := slices.ContainsFunc(*sum.Referrers(), func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return ok && call.Call.StaticCallee() == sum.Parent()
	})
	return &offset{name(x), x.Type(), add, again}
}

// isSignedNumber leaves out numbers without a sign: those wrap around where a program counts down to 0.
func isSignedNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && b.Info()&types.IsUnsigned == 0
}

// condition is the condition on the value that follows from one on the sum. Of a function that calls itself, it
// holds in this turn when the condition holds in any later one: where the turns count up, n + add <= k.
func (o *offset) condition(c Condition) (d Condition, ok bool) {
	t, ok := c.test()
	if !ok || c.Kind != CondEqual && c.Kind != CondGreater {
		return d, false
	}
	k := constant.BinaryOp(t.Const, token.SUB, o.add)
	up := constant.Sign(o.add) > 0
	switch {
	case !o.again, c.Kind == CondGreater && c.Val != up:
		return o.with(c.Kind, k, c.Val)
	case c.Kind == CondEqual && c.Val && up:
		return o.with(CondGreater, k, false)
	case c.Kind == CondEqual && c.Val:
		return o.with(CondGreater, constant.BinaryOp(k, token.SUB, constant.MakeInt64(1)), true)
	}
	return Condition{}, true // of no use
}

// widened is a condition of later turns that holds in this turn as well when it does so in the last one. The turns are
// without number: the exact condition of each is another one, and this is the same for all (widening, Cousot and
// Cousot, POPL 1977).
func (o *offset) widened(d Condition) Condition {
	t, ok := d.test()
	if !ok || !o.again || d.Kind != CondGreater {
		return d
	}
	if w, ok := o.with(CondGreater, constant.BinaryOp(t.Const, token.ADD, o.add), d.Val); ok {
		return w
	}
	return d
}

func (o *offset) with(kind ConditionKind, k constant.Value, val bool) (d Condition, ok bool) {
	if _, exact := constant.Int64Val(k); !exact {
		return d, false
	}
	d = Condition{Kind: kind, Path: o.path, Const: k.ExactString(), Val: val}
	if kind == CondEqual {
		d.Const = syncop.ConstName(ssa.NewConst(k, o.typ))
	}
	return d, true
}

// counted returns the value that an argument of a call of the function itself adds a constant to: its tests decide
// those of the next turn.
func counted(fn *ssa.Function, call *ssa.Call) []ssa.Value {
	if call.Call.StaticCallee() != fn {
		return nil
	}
	var list []ssa.Value
	for _, a := range call.Call.Args {
		if sum, ok := a.(*ssa.BinOp); ok && offsetOf(a, func(ssa.Value) string { return "" }) != nil {
			if p, ok := sum.X.(*ssa.Parameter); ok {
				list = append(list, p)
			}
		}
	}
	return list
}

func implied(c Condition, from []Condition) bool {
	if slices.Contains(from, c) {
		return true
	}
	if c.Kind != CondGreater {
		return false
	}
	val, known := (&state{conds: from}).know(c)
	return known && val == c.Val
}
