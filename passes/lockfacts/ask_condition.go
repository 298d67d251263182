package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// cond renders a tested value. The condition holds when it is true and neg is
// not set, or false and neg is set.
func (w *walker) cond(v ssa.Value) (c Condition, neg, ok bool) {
	if _, isConst := v.(*ssa.Const); isConst || v == nil {
		return Condition{}, false, false
	}
	x, t, neg := guard.TestOf(v)
	if eq, ok := x.(*ssa.BinOp); ok && t.Kind == guard.True && (eq.Op == token.EQL || eq.Op == token.NEQ) {
		return w.equality(eq), neg != (eq.Op == token.NEQ), true
	}
	if load, ok := x.(*ssa.UnOp); ok && t.Kind == guard.True && load.Op == token.MUL {
		if c, not, ok := w.cond(justStored(load)); ok {
			return c, neg != not, true
		}
	}
	if asked, e := w.isSentinel(x); e != "" {
		return Condition{Kind: CondEqual, Path: w.name(asked), Const: e}, neg, true
	}
	c.Path = w.name(x)
	switch t.Kind {
	case guard.Nil:
		c.Kind = CondNil
	case guard.Is:
		c.Kind, c.Const = CondIs, types.TypeString(t.Type, nil)
	case guard.Bits:
		c.Kind, c.Const = CondBits, t.Const.ExactString()
	case guard.Equal:
		c.Kind, c.Const = CondEqual, syncop.ConstName(ssa.NewConst(t.Const, x.Type()))
	case guard.Greater:
		past, isTest := v.(*ssa.BinOp)
		if isTest && isPast(past) || isNatural(x) && constant.Sign(t.Const) == 0 {
			c.Kind, c.Const = CondEqual, syncop.ConstName(ssa.NewConst(t.Const, x.Type()))
			return c, !neg, true
		}
		c.Kind, c.Const = CondGreater, t.Const.ExactString()
	}
	return c, neg, true
}

// equality is the condition that two values are equal which are no constants.
func (w *walker) equality(v *ssa.BinOp) Condition {
	x, y := parameterOf(w.frame, v.X), parameterOf(w.frame, v.Y)
	if x != "" && y != "" {
		return equalPair(Condition{}, x, y)
	}
	for _, pair := range [][2]ssa.Value{{v.X, v.Y}, {v.Y, v.X}} {
		if e := w.sentinelOf(pair[1]); e != "" {
			return Condition{Kind: CondEqual, Path: w.name(pair[0]), Const: e}
		}
	}
	return Condition{Kind: CondTrue, Path: "L" + v.Name()}
}

// isNatural reports whether a number is never negative: a length, or one without a sign.
func isNatural(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return isLength(v) || ok && b.Info()&types.IsUnsigned != 0
}

func isLength(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && (b.Name() == "len" || b.Name() == "cap")
}

// truth is the value of a bool in a state, if that is known.
func (w *walker) truth(s *state, v ssa.Value) (yes, known bool) {
	c, neg, ok := w.cond(v)
	if !ok {
		return false, false
	}
	yes, known = s.know(c)
	return yes != neg, known
}

// name is the access path of a value, or its register.
func (w *walker) name(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if stored := justStored(load); stored != nil {
			return w.name(stored)
		}
		if free, ok := load.X.(*ssa.FreeVar); isJump(load.X) || ok && isBool(load.Type()) && syncop.LoadsFinalValue(free) {
			return w.frame.AccessPath(load.X).String() + "->"
		}
		if cell, ok := load.X.(*ssa.Alloc); ok && syncop.OnlyStore(cell) == nil {
			if !syncop.StoredElsewhere(cell) {
				return w.frame.AccessPath(cell).String() + "->"
			}
			if same := sameBefore(load); w.asked[cell] && same != nil {
				return w.name(same)
			}
			return "L" + v.Name() // it may be nil at one time and not at another
		}
	}
	if name := w.computed(v); name != "" {
		return name
	}
	if p := w.frame.AccessPath(v); p.Known() && !isAnew(v) {
		if p.Root[0] != 'G' || p.Path != "" {
			return p.String()
		}
	}
	return "L" + v.Name()
}

// isAnew reports whether a value may be another one each time, or nil, although its
// access path is known: the result of a call, and a phi.
func isAnew(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call, *ssa.Phi:
		return true
	case *ssa.Extract:
		_, isCall := v.Tuple.(*ssa.Call)
		return isCall
	}
	return false
}

// computed is the name of a length, or of the result of a getter: it is the
// same each time, as long as its operand has the same access path.
func (w *walker) computed(v ssa.Value) string {
	call, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
		if _, isChan := call.Call.Args[0].Type().Underlying().(*types.Chan); isChan {
			return "" // others send and receive
		}
		return w.name(call.Call.Args[0]) + "#"
	}
	return w.got(call)
}

// isPast reports whether a comparison asks if the variable of a loop, which only becomes greater, is greater than its first
// value (for i := 0; i < n; i++ { if i > 0 { … } … }): it asks for any turn but the first.
func isPast(v *ssa.BinOp) bool {
	phi, ok := v.X.(*ssa.Phi)
	begin, isConst := v.Y.(*ssa.Const)
	if !ok || !isConst || v.Op != token.GTR {
		return false
	}
	for _, e := range phi.Edges {
		if k, ok := e.(*ssa.Const); !counts(phi, e) && (!ok || syncop.ConstName(k) != syncop.ConstName(begin)) {
			return false
		}
	}
	return true
}

// isJump reports whether a variable is one of those.
func isJump(v ssa.Value) bool {
	cell, ok := v.(*ssa.Alloc)
	return ok && strings.HasPrefix(cell.Comment, "jump$")
}

// counts reports whether a value is the variable of a loop and some more: then it
// never has the value again with which the loop began.
func counts(phi *ssa.Phi, v ssa.Value) bool {
	next, ok := v.(*ssa.BinOp)
	if !ok || next.Op != token.ADD || next.X != phi {
		return false
	}
	step, ok := next.Y.(*ssa.Const)
	return ok && step.Value != nil && step.Value.Kind() == constant.Int && constant.Sign(step.Value) > 0
}

// tested is the value of a bool on a path that has tested it, or "".
func (w *walker) tested(v ssa.Value, s *state) string {
	val, known := w.truth(s, v)
	if !known {
		return ""
	}
	return truth(val)
}
