package guard

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A field of an object keeps its value from an assignment or a test to a call, and in the called function to its test:
//
//	s.state = idle
//	s.step() // switch s.state { case done: s.mu.Lock(); … }
//
// On each way between the two there is no other assignment to that field of any object, and nothing that lets another
// goroutine or an unknown function assign to it.

// maxLeft bounds along how many calls the assignments of called functions are followed.
const maxLeft = 2

// A slot is a field of an object, by its number.
type slot struct {
	object ssa.Value
	field  int
}

// A found is the verdict of one instruction about a slot.
type found uint8

const (
	nothing found = iota
	known         // its value is known then
	changed       // it may have another value after
)

// finds adds the values that a function reads in the fields of its argument p, which is object at a call.
func (e Environment) finds(passed Environment, p *ssa.Parameter, object ssa.Value, call ssa.CallInstruction) {
	at, ok := call.(*ssa.Call)
	if !ok || !isPointer(p) {
		return
	}
	for _, ref := range *p.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range *fa.Referrers() {
			load, ok := use.(*ssa.UnOp)
			if !ok || !isTestable(load.Type()) || !isFirst(load, slot{p, fa.Field}) {
				continue
			}
			if k := e.before(at, slot{object, fa.Field}, 0); k.Known() {
				passed[load] = k
			}
		}
	}
}

// isTestable reports whether a field is followed, since a branch may test it.
func isTestable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Signature, *types.Interface:
		return true
	}
	return false
}

// isFirst reports whether a function reads the value that its caller has left in a field.
func isFirst(load *ssa.UnOp, s slot) bool {
	return everyWay(load, true, func(in ssa.Instruction) found {
		if _, f := (Environment{}).tells(in, s, maxLeft); f != nothing {
			return changed
		}
		return nothing
	})
}

// before is the value of a slot before an instruction.
func (e Environment) before(at ssa.Instruction, s slot, depth int) (all Value) {
	first := true
	if !everyWay(at, false, func(in ssa.Instruction) found {
		k, f := e.tells(in, s, depth)
		switch {
		case f != known:
			return f
		case !first:
			k = all.or(k)
		}
		all, first = k, false
		if !all.Known() {
			return changed
		}
		return known
	}) {
		return Value{}
	}
	return all
}

// everyWay asks the instructions on all ways to an instruction, backwards. It reports whether each way comes to a known value
// before a change. When entry is set, the beginning of the function counts as known.
func everyWay(at ssa.Instruction, entry bool, ask func(ssa.Instruction) found) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var back func(b *ssa.BasicBlock, n int) bool
	back = func(b *ssa.BasicBlock, n int) bool {
		for _, in := range slices.Backward(b.Instrs[:n]) {
			if f := ask(in); f != nothing {
				return f == known
			}
		}
		if b.Idom() == nil {
			return entry
		}
		for _, pred := range b.Preds {
			if !seen[pred] {
				seen[pred] = true
				if !back(pred, len(pred.Instrs)) {
					return false
				}
			}
		}
		return true
	}
	return back(at.Block(), slices.Index(at.Block().Instrs, at))
}

// tells is the verdict of an instruction about a slot after it.
func (e Environment) tells(in ssa.Instruction, s slot, depth int) (Value, found) {
	switch in := in.(type) {
	case *ssa.Store:
		switch addr := in.Addr.(type) {
		case *ssa.FieldAddr:
			if addr.X == s.object && addr.Field == s.field {
				return e.eval(in.Val, 0), known
			}
			if addr.Field == s.field && types.Identical(pointee(addr.X.Type()).Underlying(), pointee(s.object.Type()).Underlying()) {
				return Value{}, changed
			}
		case *ssa.Alloc, *ssa.IndexAddr, *ssa.Global:
		default:
			return Value{}, changed
		}
		if hasStruct(in.Val.Type()) {
			return Value{}, changed
		}
	case *ssa.UnOp:
		if fa, ok := in.X.(*ssa.FieldAddr); ok && fa.X == s.object && fa.Field == s.field {
			if k, ok := e[in]; ok {
				return k, known
			}
		}
		if in.Op == token.ARROW {
			return Value{}, changed
		}
	case *ssa.Call:
		return leaves(in, s, depth)
	case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.RunDefers:
		return Value{}, changed
	}
	return Value{}, nothing
}

// leaves is the value that a call leaves in a slot, with any arguments.
func leaves(call *ssa.Call, s slot, depth int) (all Value, f found) {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if writesElements(b, call.Call.Args) {
			return all, changed
		}
		return all, nothing
	}
	fn := call.Call.StaticCallee()
	switch {
	case fn == nil:
		return all, changed
	case len(fn.Blocks) == 0 && isPlain(fn) && !slices.ContainsFunc(call.Call.Args, s.mayBeAt):
		return all, nothing
	case len(fn.Blocks) == 0 || depth == maxLeft || fn.Recover != nil:
		return all, changed
	}
	i := slices.Index(call.Call.Args, s.object)
	if i < 0 || i >= len(fn.Params) {
		return all, changed
	}
	first := true
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		k := Environment{}.before(ret, slot{fn.Params[i], s.field}, depth+1)
		if !first {
			k = all.or(k)
		}
		if all, first = k, false; !all.Known() {
			return all, changed
		}
	}
	return all, known
}

// mayBeAt reports whether an argument may be the address of the slot: a pointer to a value of its type.
func (s slot) mayBeAt(arg ssa.Value) bool {
	p, ok := arg.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	object, ok := pointee(s.object.Type()).Underlying().(*types.Struct)
	return !ok || types.Identical(p.Elem().Underlying(), object.Field(s.field).Type().Underlying())
}

// pointee is the type that a pointer points to, or the type itself.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// hasStruct reports whether a value is a struct, or an array with one in it.
func hasStruct(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		return true
	case *types.Array:
		return hasStruct(t.Elem())
	}
	return false
}

// writesElements reports whether a builtin may overwrite structs in a slice.
func writesElements(b *ssa.Builtin, args []ssa.Value) bool {
	switch b.Name() {
	case "append", "clear", "copy":
		list, ok := args[0].Type().Underlying().(*types.Slice)
		return ok && hasStruct(list.Elem())
	}
	return false
}

// isPlain reports whether a function of the standard library waits for no other goroutine and calls nothing of the program.
func isPlain(fn *ssa.Function) bool {
	if fn.Pkg == nil || fn.Pkg.Pkg == nil {
		return false
	}
	switch path := fn.Pkg.Pkg.Path(); path {
	case "errors":
		return fn.Name() == "New" // others call methods of errors
	case "math", "strconv", "strings", "unicode", "sync/atomic":
		return !slices.ContainsFunc(slices.Collect(fn.Signature.Params().Variables()), func(v *types.Var) bool {
			_, isFunc := v.Type().Underlying().(*types.Signature)
			return isFunc
		})
	}
	return false
}
