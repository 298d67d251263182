package mhp

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A lockUse is all that a program does with the locks of one key. They are gates
// when nothing but operations is done with them, and each is released only by the
// activation that locked it.
type lockUse struct {
	ops map[ssa.Instruction]syncop.SyncCall
	why Reason // why it is no gate, or 0
	at  token.Position
}

// useOf returns what the program does with the locks of a key.
func (p *Program) useOf(k key) *lockUse {
	if u := p.gates[k]; u != nil {
		return u
	}
	if p.gates == nil {
		p.gates = map[key]*lockUse{}
	}
	u := &lockUse{ops: map[ssa.Instruction]syncop.SyncCall{}}
	p.gates[k] = u
	switch {
	case p.exposed(k):
		u.why = GateUnsafe
	case k.typ != nil:
		p.fieldUses(k, u)
	default:
		p.variableUses(k.variable, u)
	}
	if u.why != 0 {
		return u
	}
	var first ssa.Instruction // the same for each order of the map
	for in, op := range u.ops {
		if !p.balanced(u, in, op) && (first == nil || in.Pos() < first.Pos()) {
			first = in
		}
	}
	if first != nil {
		u.refuse(GateReleased, p.at(first))
	}
	return u
}

// exposed reports whether a package that knows the lock's own may release the lock by
// package unsafe, or outside of Go. A value that comes to such a package as an interface
// is in the runtime types, and as a type argument in an instance of its functions.
func (p *Program) exposed(k key) bool {
	own := k.pkg()
	if own == nil || p.behind[own.Path()] {
		return true
	}
	for pkg, unsafe := range p.unsafe {
		if unsafe && (pkg == own || importsBelow(pkg, own, map[*types.Package]bool{})) {
			return true
		}
	}
	if k.typ == nil {
		return false
	}
	return slices.ContainsFunc(p.funcs, func(fn *ssa.Function) bool {
		return p.unsafe[packageOf(fn)] && slices.ContainsFunc(fn.TypeArgs(), func(t types.Type) bool { return holds(t, k.typ) || holdsPointee(t, k.typ) })
	})
}

func (u *lockUse) refuse(why Reason, at token.Position) {
	if u.why == 0 {
		u.why, u.at = why, at
	}
}

// variableUses notes the uses of a lock that is a variable.
func (p *Program) variableUses(v ssa.Value, u *lockUse) {
	switch v := v.(type) {
	case *ssa.Global:
		if p.canAssign(v) {
			u.refuse(GateEscapes, p.fset.Position(v.Pos()))
		}
		for _, in := range p.globals[v] {
			p.operation(v, in, u)
		}
	case *ssa.Alloc:
		p.localUses(v, v.Referrers(), u, 0)
	default:
		u.refuse(GateEscapes, token.Position{})
	}
}

// localUses notes the uses of a local variable, in the literals that capture it too.
func (p *Program) localUses(v ssa.Value, uses *[]ssa.Instruction, u *lockUse, depth int) {
	for _, in := range *uses {
		mc, ok := in.(*ssa.MakeClosure)
		if !ok || depth > maxDepth {
			p.operation(v, in, u)
			continue
		}
		for i, b := range mc.Bindings {
			if b == v {
				fv := mc.Fn.(*ssa.Function).FreeVars[i]
				p.localUses(fv, fv.Referrers(), u, depth+1)
			}
		}
	}
}

// operation notes one use of a lock's address, which must be an operation on it.
func (p *Program) operation(addr ssa.Value, in ssa.Instruction, u *lockUse) {
	if _, ok := in.(*ssa.DebugRef); ok {
		return
	}
	site, ok := in.(ssa.CallInstruction)
	if d, isDefer := in.(*ssa.Defer); isDefer && d.DeferStack != nil {
		ok = false // runs at the end of another function
	}
	if ok && kindOf(site) != byGo && !site.Common().IsInvoke() {
		op, isOp := syncop.OpOf(site.Common())
		if isOp && op.Recv == addr && isMutexOp(op.Op) && len(site.Common().Args) == 1 {
			u.ops[in] = op
			return
		}
	}
	u.refuse(GateEscapes, p.at(in))
}

func isMutexOp(op trace.Op) bool {
	switch op {
	case trace.OpLock, trace.OpUnlock, trace.OpRLock, trace.OpRUnlock:
		return true
	}
	return false
}

// fieldUses notes the uses of a lock that is a field: of its address in all
// functions, and of the structs that contain it as a whole.
func (p *Program) fieldUses(k key, u *lockUse) {
	if p.library {
		u.refuse(GateEscapes, p.fset.Position(k.typ.Pos())) // an importer may copy over it
	}
	for _, t := range p.runtime {
		if holds(t, k.typ) {
			u.refuse(GateEscapes, p.fset.Position(k.typ.Pos())) // reflection may set it
		}
	}
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				p.fieldUse(k, in, u)
			}
		}
	}
}

func (p *Program) fieldUse(k key, in ssa.Instruction, u *lockUse) {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		if n, ok := types.Unalias(syncop.Elem(in.X.Type())).(*types.Named); ok && n.Origin().Obj() == k.typ && in.Field == k.field {
			for _, r := range *in.Referrers() {
				p.operation(in, r, u)
			}
		}
	case *ssa.Store:
		if holds(in.Val.Type(), k.typ) && !initialises(in) {
			u.refuse(GateEscapes, p.at(in))
		}
	case *ssa.ChangeType:
		if pt, ok := in.Type().Underlying().(*types.Pointer); ok && holds(pt.Elem(), k.typ) || holdsPointee(in.X.Type(), k.typ) {
			u.refuse(GateEscapes, p.at(in))
		}
	case *ssa.Call:
		if overwrites(&in.Call, k.typ) {
			u.refuse(GateEscapes, p.at(in))
		}
	}
}

func holdsPointee(t types.Type, want *types.TypeName) bool {
	pt, ok := t.Underlying().(*types.Pointer)
	return ok && holds(pt.Elem(), want)
}

// holds reports whether values of a type have values of a struct in them, not
// after pointers.
func holds(t types.Type, want *types.TypeName) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Origin().Obj() == want || holds(t.Underlying(), want)
	case *types.Struct:
		for f := range t.Fields() {
			if holds(f.Type(), want) {
				return true
			}
		}
	case *types.Array:
		return holds(t.Elem(), want)
	}
	return false
}

// initialises reports whether a store gives a variable that was just made its first value.
func initialises(s *ssa.Store) bool {
	al, ok := s.Addr.(*ssa.Alloc)
	if !ok || al.Block() != s.Block() {
		return false
	}
	for _, r := range *al.Referrers() {
		if r != s && r.Block() == s.Block() && index(r) < index(s) {
			return false
		}
	}
	return index(al) < index(s)
}

// overwrites reports whether a call of a builtin function may store whole structs
// in a slice.
func overwrites(c *ssa.CallCommon, want *types.TypeName) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok && (b.Name() == "copy" || b.Name() == "append" || b.Name() == "clear") {
		sl, ok := c.Args[0].Type().Underlying().(*types.Slice)
		return ok && holds(sl.Elem(), want)
	}
	return false
}

// balanced reports whether a release belongs to an acquisition of the same lock in
// the same activation, which no other release uses. Acquisitions always are.
func (p *Program) balanced(u *lockUse, in ssa.Instruction, op syncop.SyncCall) bool {
	_, deferred := in.(*ssa.Defer)
	switch op.Op {
	case trace.OpLock, trace.OpRLock:
		return !deferred
	}
	pl, ok := p.pathOf(op.Recv)
	if !ok {
		return false
	}
	h := p.heldBefore(u, in, pl)
	if !h.ok || h.entry {
		return false
	}
	want := trace.OpLock
	if op.Op == trace.OpRUnlock {
		want = trace.OpRLock
	}
	for _, by := range h.by {
		if u.ops[by].Op != want {
			return false
		}
	}
	return !deferred || !p.releasedAfter(u, in)
}

// releasedAfter reports whether another release can come after a deferred one in
// its activation, and before that one runs.
func (p *Program) releasedAfter(u *lockUse, d ssa.Instruction) bool {
	for in, op := range u.ops {
		if in.Parent() == d.Parent() && (op.Op == trace.OpUnlock || op.Op == trace.OpRUnlock) && comes(d, in) {
			return true
		}
	}
	return false
}
