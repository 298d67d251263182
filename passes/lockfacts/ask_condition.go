package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// feasible evaluates the conditions of an event or outcome. Those that the
// caller's callers decide are kept.
func (e environment) feasible(w *walker, ev *Event, s *state) bool {
	rest, ok := e.conditions(ev.Conds, s)
	ev.Conds = slices.DeleteFunc(rest, func(c Condition) bool { return !c.outer() || !w.worthKnowing(c) })
	return ok && w.meets(ev, e.at)
}

// lasting returns the conditions about arguments themselves: a field may have another
// value at the next question.
func (e environment) lasting(conds []Condition) []Condition {
	return slices.DeleteFunc(slices.Clone(conds), func(c Condition) bool {
		a, ok := e.arg(c.Path)
		return !ok || a.name == "" && a.asks == nil && a.Path.Path != "" || a.asks != nil && strings.Contains(a.asks.Path, ".")
	})
}

// conditions translates those that are not decided yet. It reports false when
// one of them does not hold.
func (e environment) conditions(conds []Condition, s *state) (rest []Condition, ok bool) {
	for _, c := range conds {
		d, val, known := e.condition(c)
		switch {
		case known && val != c.Val:
			return nil, false
		case known || d.Path == "":
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
		if a, ok := e.arg(c.Path); ok && a.offset != nil {
			d = a.offset.widened(d)
		}
		rest = append(rest, d)
	}
	return rest, true
}

// condition translates a condition, or decides it by a constant argument.
func (e environment) condition(c Condition) (d Condition, val, known bool) {
	if c.otherArg() != "" {
		with, ok := e.withConstant(c)
		if !ok {
			return e.betweenParameters(c)
		}
		c = with
	}
	root, path := splitPath(c.Path)
	a, ok := e.arg(root)
	if !ok {
		return Condition{}, false, false
	}
	if path == "" && a.offset != nil {
		if d, ok := a.offset.condition(c); ok {
			return d, false, false
		}
	}
	switch t, ok := c.test(); {
	case path == "" && a.asks != nil && c.Kind == CondTrue:
		d = *a.asks
		d.Val = c.Val == d.Val
		return d, false, false
	case path == "" && a.name != "":
		c.Path = a.name
		return c, false, false
	case ok && path == "":
		val, known = a.value.Ask(t)
	case ok:
		val, known = a.fields[path].Ask(t)
	}
	if known {
		return d, val, known
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
	p := syncop.AccessPath{Root: root, Path: path}.Under(a.Path, a.Content)
	if e.owned != nil {
		p = e.owned(p)
	}
	if !p.Known() {
		return Condition{}, false, false
	}
	c.Path = p.String()
	return c, false, false
}

// countConds counts the branches that test the same condition, here or in a called
// function that has it as an argument, and finds those that test it again.
func (w *walker) countConds() {
	w.uses, w.asksAgain = map[Condition]int{}, map[*ssa.BasicBlock]bool{}
	tests := map[Condition][]*ssa.BasicBlock{}
	w.asked = map[*ssa.Alloc]bool{}
	counts := map[ssa.Value]bool{}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok {
				w.countAsked(call)
				for _, v := range counted(w.fn, call) {
					counts[v] = true
				}
			}
		}
	}
	for _, b := range w.fn.Blocks {
		w.countReturned(b)
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c, _, ok := w.cond(i.Cond); ok {
				c.Val = false
				w.uses[c]++
				if x, _, _ := guard.TestOf(i.Cond); counts[x] {
					w.uses[c]++
				}
				tests[c] = append(tests[c], b)
			}
			if phi, none, ok := w.countsTo(i.Cond); ok {
				w.uses[none]++
				w.uses[Condition{Kind: CondEqual, Path: w.name(phi), Const: none.Const}]++
			}
		}
	}
	for c, blocks := range tests {
		w.askAgain(c, blocks)
	}
}

// countReturned counts the fields that a block returns: a test of a field is the knowledge of the result as well.
//
//	if s.entry == nil { s.mu.Unlock(); return nil }
//	return s.entry
func (w *walker) countReturned(b *ssa.BasicBlock) {
	ret, ok := syncop.Terminator(b).(*ssa.Return)
	if !ok {
		return
	}
	for _, r := range ret.Results {
		v := lastStored(r)
		load, ok := v.(*ssa.UnOp)
		if !ok {
			continue
		}
		_, isField := load.X.(*ssa.FieldAddr)
		switch {
		case isField && isReference(v.Type()):
			w.uses[Condition{Kind: CondNil, Path: w.name(v)}]++
		case isField && isBool(v.Type()):
			w.uses[Condition{Kind: CondTrue, Path: w.name(v)}]++
		}
	}
}

// askAgain finds the tests of one field that test it again.
func (w *walker) askAgain(c Condition, blocks []*ssa.BasicBlock) {
	if len(blocks) < 2 || !strings.Contains(c.Path, ".") || w.flag(c) {
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
	asked := map[Condition]bool{}
	var env environment
	for _, o := range sum.Outcomes {
		for _, c := range o.Conds {
			if c.otherArg() != "" {
				if env.params == nil {
					env.params = w.args(call.Call.Args)
				}
				c, _ = env.withConstant(c)
			}
			i := syncop.AccessPath{Root: c.Path}.Index()
			if c.Val = false; i < 0 || c.Path[0] != 'P' || i >= len(call.Call.Args) || asked[c] {
				continue
			}
			asked[c] = true
			w.ask(call.Call.Args[i])
			if a := w.arg(call.Call.Args[i]); a.asks != nil && c.Kind == CondTrue {
				c = *a.asks
				c.Val = false
			} else {
				c.Path = w.name(call.Call.Args[i])
			}
			w.uses[c]++
		}
	}
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

// test is a condition on a value as one of package guard. It reports false for other conditions.
func (c Condition) test() (t guard.Test, ok bool) {
	switch c.Kind {
	case CondTrue, CondNil:
		return guard.Test{Kind: guard.Kind(c.Kind)}, true
	case CondEqual, CondGreater, CondBits:
		text, _, _ := strings.Cut(c.Const, ":")
		n, err := strconv.ParseInt(text, 10, 64)
		return guard.Test{Kind: guard.Kind(c.Kind), Const: constant.MakeInt64(n)}, err == nil
	}
	return t, false
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

func outerConds(conds []Condition, w *walker) []Condition {
	return slices.Clip(dropped(conds, func(c Condition) bool { return !c.outer() }))
}

func mergeConds(a, b []Condition) []Condition {
	for _, c := range b {
		if !slices.ContainsFunc(a, c.sameSubject) {
			a = append(a, c)
		}
	}
	return a
}
