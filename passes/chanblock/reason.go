package chanblock

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A reason is why a receiver leaves.
type reason struct {
	kind reasonKind
	told ssa.Value // the other channel, for told
	by   ssa.Value // the condition on the received value, for value
	via  *leaving  // that of a called function which the reason comes from, or nil
	call ssa.Instruction
}

type reasonKind int

const (
	unclear reasonKind = iota // a condition of which nothing is known
	ended                     // a context, or another channel of the caller, has ended
	late                      // a time is over
	failed                    // a call has failed
	value                     // the received value says so
	enough                    // it has received as often as it was to
	told                      // another goroutine says so by another channel
)

func (k reasonKind) String() string {
	switch k {
	case ended:
		return "because its context has ended"
	case late:
		return "because its time is over"
	case failed:
		return "because something has failed"
	case value:
		return "because of what it has received"
	case enough:
		return "with one value"
	case told:
		return "where it is told to"
	}
	return "by a condition"
}

// maxSlice bounds how deep the operands of a condition are looked at.
const maxSlice = 10

// why returns the reasons for which a condition comes out so that the function leaves. It is empty where the channel is closed, and where a
// loop has come to its own end.
func (s *scan) why(cond ssa.Value, truth bool, at *ssa.BasicBlock) []reason {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return s.why(c.X, !truth, at)
		}
	case *ssa.BinOp:
		if sel, which, ok := caseOf(c); ok {
			if truth {
				return s.whyCase(sel, which)
			}
			return s.whyLater(sel, which)
		}
		return s.whyCompared(c, truth, at)
	case *ssa.Extract:
		return s.whyPart(c, truth, at)
	case *ssa.Call:
		if list, ok := s.whyResult(c, 0, isTrue, truth); ok {
			return list
		}
	case *ssa.Phi:
		if list, ok := s.whyPhi(c, truth); ok {
			return list
		}
	}
	return s.whyOperands(cond)
}

// caseOf is the case of a select that a comparison asks for.
func caseOf(c *ssa.BinOp) (*ssa.Select, int, bool) {
	ex, ok := c.X.(*ssa.Extract)
	if !ok || ex.Index != 0 || c.Op != token.EQL {
		return nil, 0, false
	}
	sel, ok := ex.Tuple.(*ssa.Select)
	k, isConst := c.Y.(*ssa.Const)
	if !ok || !isConst || k.Value == nil {
		return nil, 0, false
	}
	return sel, int(k.Int64()), true
}

// whyCase is the reason of a function that leaves by a case of a select.
func (s *scan) whyCase(sel *ssa.Select, which int) []reason {
	if which >= len(sel.States) {
		return []reason{{kind: unclear}}
	}
	st := sel.States[which]
	if s.isOurs(sel, which) {
		return []reason{{kind: enough}}
	}
	if st.Dir != types.RecvOnly {
		return []reason{{kind: unclear}}
	}
	return []reason{s.whyChannel(st.Chan)}
}

// whyLater are the reasons of the cases that a select is asked for after another one, and by which the function leaves.
func (s *scan) whyLater(sel *ssa.Select, which int) []reason {
	var list []reason
	for i := which + 1; i < len(sel.States); i++ {
		if b, ok := received(&op{instr: sel, which: i}); ok && !s.live[b] {
			list = append(list, s.whyCase(sel, i)...)
		}
	}
	if !sel.Blocking {
		list = append(list, reason{kind: unclear})
	}
	return list
}

// isOurs reports whether a case of a select receives from the channel.
func (s *scan) isOurs(sel *ssa.Select, which int) bool {
	return slices.ContainsFunc(s.x.c.ops, func(o op) bool { return o.instr == ssa.Instruction(sel) && o.which == which })
}

func (s *scan) whyChannel(ch ssa.Value) reason {
	p := s.x.c.p
	switch {
	case p.isDoneOfGiven(ch), isOfCaller(ch):
		return reason{kind: ended}
	case isTimer(ch):
		return reason{kind: late}
	}
	if p.r.Facts.Frame(s.fn).AccessPath(ch).Node() == "" {
		return reason{kind: unclear}
	}
	return reason{kind: told, told: ch}
}

// isOfCaller reports whether a channel is a parameter of an exported function.
func isOfCaller(ch ssa.Value) bool {
	v := variable(ch)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if cell, ok := variable(load.X).(*ssa.Alloc); ok {
			v = syncop.OnlyStore(cell)
		}
	}
	par, ok := v.(*ssa.Parameter)
	return ok && lockfacts.IsExported(par.Parent())
}

// isTimer reports whether a channel is that of a timer.
func isTimer(ch ssa.Value) bool {
	if call, ok := ch.(*ssa.Call); ok {
		callee := call.Call.StaticCallee()
		return callee != nil && syncop.Key(callee) == "time.After"
	}
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && types.TypeString(syncop.Elem(field.X.Type()), nil) == "time.Timer"
}

// whyCompared is the reason of a comparison.
func (s *scan) whyCompared(c *ssa.BinOp, truth bool, at *ssa.BasicBlock) []reason {
	if c.Op == token.EQL || c.Op == token.NEQ {
		isNil := truth == (c.Op == token.EQL)
		if syncop.IsNil(c.Y) {
			return s.whyNil(c.X, isNil)
		}
		if k, ok := c.Y.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Bool {
			return s.why(c.X, isNil == constant.BoolVal(k.Value), at)
		}
	}
	if countsTurns(c) {
		return nil
	}
	return s.whyOperands(c)
}

// whyNil is the reason of a test for nil. A call that has failed is one.
func (s *scan) whyNil(v ssa.Value, isNil bool) []reason {
	v = lastStored(v)
	index, call := 0, v
	if ex, ok := v.(*ssa.Extract); ok {
		index, call = ex.Index, ex.Tuple
	}
	if c, ok := call.(*ssa.Call); ok {
		if list, ok := s.whyResult(c, index, isNilValue, isNil); ok {
			return list
		}
		if c.Call.IsInvoke() && syncop.ObjectKey(c.Call.Method) == "(context.Context).Err" && !isNil {
			o := &origin{s.x.c.p.r.Facts.Funcs, map[ssa.Value]bool{}}
			if o.given(c.Call.Value) {
				return []reason{{kind: ended}}
			}
			return []reason{{kind: unclear}}
		}
		if isErrorOfCall(v) && !isNil && s.receivedIn(c.Call.Value, 0) == nil {
			return []reason{{kind: failed}}
		}
	}
	return s.whyOperands(v)
}

// lastStored is the value that a variable gets in the block in which it is read.
func lastStored(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	for _, in := range load.Block().Instrs {
		if in == ssa.Instruction(load) {
			break
		}
		if st, ok := in.(*ssa.Store); ok && st.Addr == load.X {
			v = st.Val
		}
	}
	return v
}

// whyPart is the reason of a part of a tuple: whether a receive got a value, or a result.
func (s *scan) whyPart(c *ssa.Extract, truth bool, at *ssa.BasicBlock) []reason {
	switch t := c.Tuple.(type) {
	case *ssa.Next:
		return nil
	case *ssa.Call:
		if list, ok := s.whyResult(t, c.Index, isTrue, truth); ok {
			return list
		}
	case *ssa.UnOp:
		if p := s.x.points[s.fn][t]; p != nil && c.Index == 1 {
			return nil // it is closed
		}
	case *ssa.Select:
		if c.Index == 1 {
			return s.whyOpen(t, at)
		}
	}
	return s.whyOperands(c)
}

// whyOpen is the reason of a select that has found a channel closed.
func (s *scan) whyOpen(sel *ssa.Select, at *ssa.BasicBlock) []reason {
	for i := range sel.States {
		if b, ok := received(&op{instr: sel, which: i}); ok && (b == at || b.Dominates(at)) {
			if s.isOurs(sel, i) {
				return nil
			}
			return s.whyCase(sel, i)
		}
	}
	return nil
}

func isTrue(v ssa.Value) (yes, known bool) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(k.Value), true
}

func isNilValue(v ssa.Value) (yes, known bool) {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil(), ok
}

// whyResult is the reason of a called function that receives: the reasons for which it leaves with such a result.
func (s *scan) whyResult(call *ssa.Call, index int, is func(ssa.Value) (yes, known bool), want bool) ([]reason, bool) {
	p := s.x.points[s.fn][call]
	if p == nil || p.callee == nil {
		return nil, false
	}
	var list []reason
	for _, l := range s.x.leave(p.callee) {
		if l.gives(index, is, want) {
			list = append(list, l.through(call))
		}
	}
	return list, true
}

// whyPhi looks at the branch by which a variable has got a constant.
func (s *scan) whyPhi(phi *ssa.Phi, truth bool) ([]reason, bool) {
	var list []reason
	for i, v := range phi.Edges {
		is, known := isTrue(v)
		switch {
		case !known:
			return nil, false
		case is != truth:
			continue
		}
		b := phi.Block().Preds[i]
		for d := b.Idom(); d != nil; b, d = d, d.Idom() {
			branch, ok := syncop.Terminator(d).(*ssa.If)
			if !ok || !s.live[d] {
				continue
			}
			if at := slices.Index(d.Succs, b); at >= 0 && len(b.Preds) == 1 {
				list = append(list, s.why(branch.Cond, at == 0, d)...)
				break
			}
		}
	}
	return list, len(list) > 0
}

// countsTurns reports whether a comparison decides how often a loop goes round.
func countsTurns(c *ssa.BinOp) bool {
	if c.Op != token.LSS && c.Op != token.LEQ && c.Op != token.GTR && c.Op != token.GEQ && c.Op != token.NEQ && c.Op != token.EQL {
		return false
	}
	return counter(c.X) || counter(c.Y)
}

func counter(v ssa.Value) bool {
	if sum, ok := v.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) {
		v = sum.X
	}
	phi, ok := v.(*ssa.Phi)
	return ok && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
		sum, ok := e.(*ssa.BinOp)
		return ok && (sum.Op == token.ADD || sum.Op == token.SUB) && (sum.X == ssa.Value(phi) || sum.Block() != nil)
	})
}

// whyOperands is the reason of a condition on a received value.
func (s *scan) whyOperands(v ssa.Value) []reason {
	if by := s.receivedIn(v, 0); by != nil {
		return []reason{{kind: value, by: v}}
	}
	return []reason{{kind: unclear}}
}

// receivedIn is the receive that a value depends on.
func (s *scan) receivedIn(v ssa.Value, depth int) ssa.Instruction {
	in, ok := v.(ssa.Instruction)
	if !ok || depth > maxSlice {
		return nil
	}
	if p := s.x.points[s.fn][in]; p != nil {
		return in
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return s.loadedFrom(load, depth)
	}
	var rands [8]*ssa.Value
	for _, o := range in.Operands(rands[:0]) {
		if found := s.receivedIn(*o, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// loadedFrom is the receive that a variable, or a part of it, depends on.
func (s *scan) loadedFrom(load *ssa.UnOp, depth int) ssa.Instruction {
	if v := lastStored(load); v != ssa.Value(load) {
		return s.receivedIn(v, depth+1)
	}
	addr := load.X
	for {
		field, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = field.X
	}
	cell, ok := addr.(*ssa.Alloc)
	if !ok {
		return s.receivedIn(addr, depth+1)
	}
	for _, ref := range *cell.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(cell) {
			if found := s.receivedIn(st.Val, depth+1); found != nil {
				return found
			}
		}
	}
	return nil
}
