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

// feasible evaluates the conditions of an event or outcome. Those that the
// caller's callers decide are kept.
func (e environment) feasible(w *walker, ev *Event, s *state) bool {
	rest, ok := e.conditions(ev.Conds, s)
	ev.Conds = slices.DeleteFunc(rest, func(c Cond) bool { return !c.outer() || !w.worthKnowing(c) })
	return ok && w.meets(ev, e.at)
}

// lasting returns the conditions about arguments themselves: a field may have another
// value the next time that somebody asks.
func (e environment) lasting(conds []Cond) []Cond {
	return slices.DeleteFunc(slices.Clone(conds), func(c Cond) bool {
		a, ok := e.arg(c.Place)
		return !ok || a.name == "" && a.Place.Path != "" || a.not && strings.Contains(a.name, ".")
	})
}

// conditions translates those that are not decided yet. It reports false when
// one of them does not hold.
func (e environment) conditions(conds []Cond, s *state) (rest []Cond, ok bool) {
	for _, c := range conds {
		d, val, known := e.condition(c)
		switch {
		case known && val != c.Val:
			return nil, false
		case known || d.Place == "":
			continue
		}
		if s != nil {
			if val, ok := s.know(d); ok {
				if val != d.Val {
					return nil, false
				}
				continue
			}
		}
		rest = append(rest, d)
	}
	return rest, true
}

// condition translates a condition, or decides it by a constant argument.
func (e environment) condition(c Cond) (d Cond, val, known bool) {
	if c.otherArg() != "" {
		with, ok := e.withConstant(c)
		if !ok {
			return e.betweenParameters(c)
		}
		c = with
	}
	root, path := splitRoot(c.Place)
	a, ok := e.arg(root)
	if !ok {
		return Cond{}, false, false
	}
	if path == "" && a.name != "" && (!a.not || c.Kind == CondTrue) {
		c.Place, c.Val = a.name, c.Val != a.not
		return c, false, false
	}
	if path == "" && a.Const != "" {
		switch c.Kind {
		case CondTrue:
			return d, a.Const == "true", a.Const == "true" || a.Const == "false"
		case CondNil:
			return d, a.Const == "nil", a.Const == "nil" || a.Const == "nonnil"
		case CondEqual:
			return d, a.Const == c.Const, a.Const != "nonnil"
		}
	}
	if val := a.options[path]; val != "" && c.Kind == CondTrue {
		return d, val == "true", true
	}
	p := syncop.Place{Root: root, Path: path}.Under(a.Place, a.Content)
	if e.owned != nil {
		p = e.owned(p)
	}
	if !p.Known() {
		return Cond{}, false, false
	}
	c.Place = p.String()
	return c, false, false
}

// countConds counts the branches that test the same condition, here or in a called
// function that has it as an argument, and finds those that test it again.
func (w *walker) countConds() {
	w.uses, w.asksAgain = map[Cond]int{}, map[*ssa.BasicBlock]bool{}
	tests := map[Cond][]*ssa.BasicBlock{}
	w.asked = map[*ssa.Alloc]bool{}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok {
				w.countAsked(call)
			}
		}
	}
	for _, b := range w.fn.Blocks {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c, _, ok := w.cond(i.Cond); ok {
				c.Val = false
				w.uses[c]++
				tests[c] = append(tests[c], b)
			}
			if phi, none, ok := w.countsTo(i.Cond); ok {
				w.uses[none]++
				w.uses[Cond{Kind: CondEqual, Place: w.name(phi), Const: none.Const}]++
			}
		}
	}
	for c, blocks := range tests {
		w.askAgain(c, blocks)
	}
}

// askAgain finds the tests of one field that test it again.
func (w *walker) askAgain(c Cond, blocks []*ssa.BasicBlock) {
	if len(blocks) < 2 || !strings.Contains(c.Place, ".") || w.flag(c) {
		return
	}
	for _, b := range blocks {
		w.asksAgain[b] = slices.ContainsFunc(blocks, func(o *ssa.BasicBlock) bool { return isRepeated(o, b) })
	}
}

// isRepeated reports whether control comes to the second of two tests of one field only when the
// first came out one way. Who asks again does not believe that the answer is the same: it may
// have changed before the lock was taken.
func isRepeated(first, second *ssa.BasicBlock) bool {
	if first == second || !first.Dominates(second) {
		return false
	}
	leads := func(b *ssa.BasicBlock) bool { return b == second || syncop.Reaches(b, second) }
	return leads(first.Succs[0]) != leads(first.Succs[1])
}

// countAsked counts what a called function returns for, or does not, by an argument:
// require.NoError returns when the error is nil.
func (w *walker) countAsked(call *ssa.Call) {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return
	}
	sum := w.pkg.summary(w.pkg.key(fn))
	if sum == nil {
		return
	}
	asked := map[Cond]bool{}
	var env environment
	for _, o := range sum.Outcomes {
		for _, c := range o.Conds {
			if c.otherArg() != "" {
				if env.params == nil {
					env.params = w.args(call.Call.Args)
				}
				c, _ = env.withConstant(c)
			}
			i := syncop.Place{Root: c.Place}.Index()
			if c.Val = false; i < 0 || c.Place[0] != 'P' || i >= len(call.Call.Args) || asked[c] {
				continue
			}
			asked[c] = true
			arg, _ := negated(call.Call.Args[i])
			w.ask(arg)
			c.Place = w.name(arg)
			w.uses[c]++
		}
	}
}

// negated returns x for !x.
func negated(v ssa.Value) (x ssa.Value, not bool) {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.NOT {
		return u.X, true
	}
	return v, false
}

// ask notes the variable of an argument about which a called function asks: only for
// such ones it is worth knowing that two loads give the same.
func (w *walker) ask(arg ssa.Value) {
	if load, ok := arg.(*ssa.UnOp); ok {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			w.asked[cell] = true
		}
	}
}

// cond renders a tested value. The condition holds when it is true and neg is
// not set, or false and neg is set.
func (w *walker) cond(v ssa.Value) (c Cond, neg, ok bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return Cond{}, false, false
	case *ssa.UnOp:
		if v.Op == token.NOT {
			c, neg, ok = w.cond(v.X)
			return c, !neg, ok
		}
	case *ssa.BinOp:
		if x, than, neg, ok := asksGreater(v); ok && !isPast(v) && w.staysTheSame(x) {
			if isNatural(x) && constant.Sign(than) == 0 {
				return Cond{Kind: CondEqual, Place: w.name(x), Const: syncop.ConstName(ssa.NewConst(constant.MakeInt64(0), x.Type()))}, !neg, true
			}
			return Cond{Kind: CondTrue, Place: w.name(x) + "#>" + than.ExactString()}, neg, true
		}
		if v.Op == token.EQL || v.Op == token.NEQ || isPast(v) {
			return w.equality(v)
		}
	}
	return Cond{Kind: CondTrue, Place: w.name(v)}, false, true
}

func (w *walker) equality(v *ssa.BinOp) (c Cond, neg, ok bool) {
	x, y := v.X, v.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, y = y, x
	}
	k, isConst := y.(*ssa.Const)
	neg = v.Op != token.EQL
	switch {
	case !isConst && parameterOf(w.frame, x) != "" && parameterOf(w.frame, y) != "":
		return equalPair(Cond{}, parameterOf(w.frame, x), parameterOf(w.frame, y)), neg, true
	case !isConst:
		return Cond{Kind: CondTrue, Place: "L" + v.Name()}, false, true
	case k.IsNil():
		return Cond{Kind: CondNil, Place: w.name(x)}, neg, true
	default:
		return Cond{Kind: CondEqual, Place: w.name(x), Const: syncop.ConstName(k)}, neg, true
	}
}

// staysTheSame reports whether a number is the same each time that it is computed in one
// turn of a loop: a parameter or a register, or the length of one that is a slice or a string. That
// of a map or a channel, and a field, may have changed.
func (w *walker) staysTheSame(v ssa.Value) bool {
	if isLength(v) {
		v = v.(*ssa.Call).Call.Args[0]
		switch v.Type().Underlying().(type) {
		case *types.Slice, *types.Basic:
		default:
			return false
		}
	}
	name := w.name(v)
	return (name[0] == 'P' || name[0] == 'L') && !strings.ContainsAny(name, ".->[")
}

// name is the place of a value, or its register.
func (w *walker) name(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if stored := justStored(load); stored != nil {
			return w.name(stored)
		}
		if free, ok := load.X.(*ssa.FreeVar); isJump(load.X) || ok && isBool(load.Type()) && syncop.AskedLast(free) {
			return w.frame.Place(load.X).String() + "->"
		}
		if cell, ok := load.X.(*ssa.Alloc); ok && syncop.OnlyStore(cell) == nil {
			if !syncop.StoredElsewhere(cell) {
				return w.frame.Place(cell).String() + "->"
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
	if p := w.frame.Place(v); p.Known() && !isAnew(v) {
		if p.Root[0] != 'G' || p.Path != "" {
			return p.String()
		}
	}
	return "L" + v.Name()
}

// isAnew reports whether a value may be another one each time, or nil, although it is
// known where the object is: what a call returns, and what is chosen.
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

// isType is between the name of a value and the type that it may have.
const isType = "#is "

// computed is the name of a length, of what is compared with a constant, of whether
// something has a type, or of what a method returns that does nothing else: it is the
// same each time, as long as what it is computed from has the same place.
func (w *walker) computed(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return w.name(v.Call.Args[0]) + "#"
		}
		return w.got(v)
	case *ssa.Extract:
		if is, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 1 {
			return w.name(is.X) + isType + types.TypeString(is.AssertedType, nil)
		}
	case *ssa.BinOp:
		k, ok := v.Y.(*ssa.Const)
		if ok && k.Value != nil && (slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}, v.Op) || v.Op == token.AND && w.staysTheSame(v.X)) {
			return w.name(v.X) + "#" + v.Op.String() + k.Value.ExactString()
		}
	}
	return ""
}

// justStored returns the value that was stored into a variable before a load in
// the same block, when no call comes in between that could store another.
func justStored(load *ssa.UnOp) ssa.Value {
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var stored ssa.Value
	for _, in := range load.Block().Instrs {
		switch in := in.(type) {
		case *ssa.Store:
			if in.Addr == cell {
				stored = in.Val
			}
		case *ssa.UnOp:
			if in == load {
				return stored
			}
		case ssa.CallInstruction, *ssa.RunDefers:
			stored = nil
		}
	}
	return nil
}

func outerConds(conds []Cond, w *walker) []Cond {
	return slices.Clip(dropped(conds, func(c Cond) bool { return !c.outer() }))
}

func mergeConds(a, b []Cond) []Cond {
	for _, c := range b {
		if !slices.ContainsFunc(a, c.sameSubject) {
			a = append(a, c)
		}
	}
	return a
}
