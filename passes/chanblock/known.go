package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A sender may know that the receiver leaves because of a value: it has sent that value, and then sends no other.
//
//	for { v, err := read(); out <- result{v, err}; if err != nil { return } }
//	for r := range out { if r.err != nil { return r.err } }

// known reports whether the senders may know that a receiver leaves because of a value.
func (v *verdict) known(l *leaving) bool {
	fields := testedFields(l.by, map[ssa.Value]bool{})
	for _, o := range v.c.ops {
		if sent := sentBy(o.instr, o.which); sent != nil && v.tells(sent, o.instr, fields) {
			return true
		}
	}
	return false
}

// sentBy is the value that an operation sends.
func sentBy(in ssa.Instruction, which int) ssa.Value {
	switch in := in.(type) {
	case *ssa.Send:
		return in.X
	case *ssa.Select:
		return in.States[which].Send
	}
	return nil
}

// testedFields are the fields that a condition depends on.
func testedFields(v ssa.Value, seen map[ssa.Value]bool) map[int]bool {
	fields := map[int]bool{}
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		in, ok := v.(ssa.Instruction)
		if !ok || seen[v] || depth > maxSlice {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Field:
			fields[v.Field] = true
		case *ssa.FieldAddr:
			fields[v.Field] = true
		}
		var rands [8]*ssa.Value
		for _, o := range in.Operands(rands[:0]) {
			visit(*o, depth+1)
		}
	}
	visit(v, 0)
	return fields
}

// tells reports whether a function that sends a value goes another way because of the sent value: of a struct, the tested fields. A constant
// is such a value as well.
func (v *verdict) tells(sent ssa.Value, at ssa.Instruction, fields map[int]bool) bool {
	values := partsOf(sent, fields)
	for _, part := range values {
		if _, ok := part.(*ssa.Const); ok {
			return true
		}
		if slices.ContainsFunc(at.Parent().Blocks, func(b *ssa.BasicBlock) bool {
			branch, ok := syncop.Terminator(b).(*ssa.If)
			after := at.Block() == b || at.Block().Dominates(b)
			return ok && asks(branch.Cond, part, after)
		}) {
			return true
		}
	}
	return false
}

// partsOf are the values that the tested fields of a struct get, or the value itself if nothing is known of its fields.
func partsOf(sent ssa.Value, fields map[int]bool) []ssa.Value {
	cell, ok := sent.(*ssa.Alloc)
	if load, isLoad := sent.(*ssa.UnOp); isLoad && !ok {
		cell, ok = load.X.(*ssa.Alloc)
	}
	if !ok || len(fields) == 0 {
		return []ssa.Value{sent}
	}
	var list []ssa.Value
	for _, ref := range *cell.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || !fields[addr.Field] {
			continue
		}
		for _, use := range *addr.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(addr) {
				list = append(list, st.Val)
			}
		}
	}
	return list
}

// asks reports whether a condition asks for a value, or, after the send, for a result of the same call.
func asks(cond, part ssa.Value, after bool) bool {
	found := false
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		in, ok := v.(ssa.Instruction)
		if found || !ok || depth > maxSlice {
			return
		}
		if v == part || after && tupleOf(v) == tupleOf(part) {
			found = true
			return
		}
		var rands [8]*ssa.Value
		for _, o := range in.Operands(rands[:0]) {
			visit(*o, depth+1)
		}
	}
	visit(cond, 0)
	return found
}

// tupleOf is the call that a value is a part of the result of, or the value.
func tupleOf(v ssa.Value) ssa.Value {
	if ex, ok := v.(*ssa.Extract); ok {
		return ex.Tuple
	}
	return v
}
