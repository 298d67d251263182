package lockfacts

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// Locks of one class are told apart by the fields that hold the objects they are
// in: the Sublist in Account.sl is never the one in Server.gwLeafSubs. That holds
// for a field that is a struct, and for a field that points to an object of its own:
// wherever the program assigns to it, the object was made there and goes nowhere
// else. Apart are the fields for which this is so (selfOnly) or not (selfOther).

// assigned notes what a store says about the field it assigns to.
func (k *heapAnalysis) assigned(key string, slot syncop.AccessPath, v ssa.Value) {
	if !pointsToStruct(v.Type()) {
		return
	}
	sel := lastSelector(slot.Path)
	if sel == "" || strings.HasSuffix(slot.Path, "]") {
		return
	}
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return
	}
	if !k.isMade(v) {
		k.a.owners.noteApart(sel, false)
		return
	}
	k.a.owners.noteApart(sel, true)
	if other, ok := k.storedIn[v]; ok && other != sel {
		k.a.owners.noteApart(sel, false)
		k.a.owners.noteApart(other, false)
	}
	k.storedIn[v] = sel
}

// isMade reports whether a value is a new object: made here, or by a function
// that returns nothing else.
func (k *heapAnalysis) isMade(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && (k.makes[syncop.Key(fn)] || k.a.known.Makes[syncop.Key(fn)])
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 0 && k.isMade(call)
	case *ssa.UnOp:
		al, ok := v.X.(*ssa.Alloc)
		return ok && syncop.OnlyObject(al) != nil && k.isMade(syncop.OnlyObject(al))
	}
	return false
}

// maker notes whether a function returns new objects only, with an error perhaps: who
// returns one mostly does more with the object than to make it.
func (k *heapAnalysis) maker(fn *ssa.Function) {
	results := fn.Signature.Results()
	if results.Len() == 0 || results.Len() > 2 || !pointsToStruct(results.At(0).Type()) {
		return
	}
	withError := results.Len() == 2
	if withError && !isError(results.At(1).Type()) {
		return
	}
	found := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		v := lastStored(ret.Results[0])
		if c, ok := v.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		if found = k.isMade(v) && !(withError && k.escapes(v)); !found {
			return
		}
	}
	if found {
		k.makes[syncop.Key(fn)] = true
	}
}

// escapes reports whether a function gives an object that it has made to other functions.
func (k *heapAnalysis) escapes(v ssa.Value) bool {
	_, isNew := v.(*ssa.Alloc)
	return isNew && len(k.a.escapesOf(v, 0)) > 0
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// copied notes that a struct is converted to another type: then the fields of both types point to the same objects. A copy of the
// same type has them in the same fields.
func (c *content) copied(t types.Type) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		if pointsToStruct(st.Field(i).Type()) {
			c.noteApart(lastSelector(syncop.FieldOf(syncop.AccessPath{Root: syncop.Unknown}, t, i).Path), false)
		}
	}
}

// reflected notes that package reflect gets a struct, which it can assign to.
func (c *content) reflected(call *ssa.CallCommon) {
	if fn := call.StaticCallee(); fn == nil || syncop.Key(fn) != "reflect.ValueOf" {
		return
	}
	if mi, ok := call.Args[0].(*ssa.MakeInterface); ok {
		c.copied(syncop.Elem(mi.X.Type()))
	}
}

// Alias answers for two locks of one class, by their access paths. inOne says that one function names both. Access paths of a global variable
// and those that one function names alike are one object; those that different fields alone hold are two.
func (r *Result) Alias(a, b Lock, inOne bool) alias.Answer {
	global := strings.HasPrefix(a.Path, "G")
	switch x, y := r.holder(a.Path), r.holder(b.Path); {
	case a.Path == b.Path && (global || inOne && !strings.HasPrefix(a.Path, syncop.Unknown)):
		return alias.Must
	case x != "" && y != "" && x != y, areOtherElements(a.Path, b.Path):
		return alias.Never
	}
	return alias.May
}

// areOtherElements reports whether two locks are in elements of an array, in a field, that two constants number. Elements of
// slices may be one although their numbers differ, and so may what elements point to.
func areOtherElements(a, b string) bool {
	field, x, ok := constantElement(a)
	other, y, also := constantElement(b)
	return ok && also && field == other && x != y
}

// constantElement returns the field with the array, and the constant, when a lock is in an element of an array.
func constantElement(path string) (field, number string, ok bool) {
	list, rest, ok := strings.Cut(path, "[=")
	number, rest, closed := strings.Cut(rest, "]")
	return lastSelector(list), number, ok && closed && !strings.HasSuffix(list, "->") && strings.Contains(list, ".") && !strings.ContainsAny(rest, "[>")
}

// Distinct reports whether the whole program shows that two locks are never one, where their classes do not. It reports false when only the package
// is known.
func (r *Result) Distinct(a, b Lock) bool {
	if r.program == nil || a.Site.Pos == "" || b.Site.Pos == "" {
		return false
	}
	never := r.program.Locks(a.Site.Pos, b.Site.Pos) == alias.Never
	if r.program.Limited() {
		r.reached(fmt.Sprintf("alias.MaxFunctions=%d", alias.MaxFunctions))
	}
	return never
}

// HeldApart reports whether two objects are two since each of two fields alone holds one, see [Communication.Holder].
func (r *Result) HeldApart(a, b string) bool {
	return a != b && r.apart[a] == selfOnly && r.apart[b] == selfOnly
}

// holder returns the field that alone holds the object a lock is in, or "".
func (r *Result) holder(path string) string {
	sel, pointer := holderOf(path)
	if pointer && r.apart[sel] != selfOnly {
		return ""
	}
	return sel
}
