package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Options are passed by value, and say what has been locked:
//
//	u.delete(options{locked: true})
//	func (u *User) delete(o options) { …; if !o.locked { u.cache.Lock() }; … }
//
// What a field of type bool is in the struct that a call is given decides the conditions about it, as a constant argument does.

// optionsOf returns the fields of type bool that are known in a struct which is passed by value: "true" or "false" by the
// way to each, or nil.
func optionsOf(v ssa.Value) map[string]string {
	st, ok := v.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	given := map[string]string{}
	for i := range st.NumFields() {
		if isBool(st.Field(i).Type()) {
			given[optionAt(v.Type(), i)] = "false"
		}
	}
	if len(given) == 0 || !isLiteral(v, given, false) {
		return nil
	}
	return given
}

func optionAt(t types.Type, field int) string {
	return syncop.FieldOf(syncop.Place{}, t, field).Path + "->"
}

// isLiteral notes what a literal has in its fields. It reports false for all other structs. A literal is copied into a variable
// at most once.
func isLiteral(v ssa.Value, given map[string]string, copied bool) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.UnOp:
		cell, ok := v.X.(*ssa.Alloc)
		return ok && filledIn(cell, v, given, copied)
	}
	return false
}

// filledIn notes what is assigned to the fields of a local variable before it is loaded. It reports false where anything else
// may happen to the variable.
func filledIn(cell *ssa.Alloc, load *ssa.UnOp, given map[string]string, copied bool) bool {
	first := ssa.Instruction(cell)
	var fields []*ssa.FieldAddr
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			fields = append(fields, ref)
		case *ssa.Store: // of all of it, before what is filled in
			_, none := ref.Val.(*ssa.Const)
			if first != ssa.Instruction(cell) || copied && !none || !isLiteral(ref.Val, given, true) {
				return false
			}
			first = ref
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	stored := map[int]bool{}
	for _, field := range fields {
		for _, use := range *field.Referrers() {
			st, isStore := use.(*ssa.Store)
			if _, isLoad := use.(*ssa.UnOp); isLoad {
				continue
			}
			if !isStore || st.Addr != field {
				return false
			}
			way := optionAt(load.Type(), field.Field)
			k, isConst := st.Val.(*ssa.Const)
			if !isConst || !isBool(k.Type()) || stored[field.Field] || !syncop.Dominates(first, st) || !syncop.Dominates(st, load) {
				delete(given, way)
			} else {
				given[way] = k.Value.String()
			}
			stored[field.Field] = true
		}
	}
	return syncop.Dominates(first, load)
}
