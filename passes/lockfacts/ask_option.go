package lockfacts

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A constructor may leave it to functions to set the flags of the object that it makes:
//
//	func New(opts ...Option) *S { s := &S{}; for _, o := range opts { o(s) }; return s }
//	func Locked() Option { return func(s *S) { s.locked = true } }
//	func (s *S) init(kind Kind) { s.kind = kind }
//
// Such a function is only given objects that nothing else knows. So the flag stays what it is
// behind the constructor, which does not tell its value. Another package that calls an option
// with an object of its own is not seen.

// maxSetUpDepth bounds along how many calls a new object is followed into functions that set it up.
const maxSetUpDepth = 3

// setsUp reports whether a function gets a value as an argument, and each call of the package gives it a new object there.
func (a *analyzer) setsUp(fn *ssa.Function, v ssa.Value, depth int) bool {
	p, ok := v.(*ssa.Parameter)
	if !ok || depth == maxSetUpDepth || fn.Parent() == nil && ast.IsExported(fn.Name()) {
		return false
	}
	i, calls := slices.Index(fn.Params, p), a.callsOf(fn)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		arg := argOf(call, i)
		return arg == nil || !a.isSetUp(arg, call, fn) && !a.setsUp(call.Parent(), arg, depth+1)
	})
}

// callsOf are the calls of the package that may be of a function: by its name, by its type, or through an interface.
func (a *analyzer) callsOf(fn *ssa.Function) []ssa.CallInstruction {
	if a.calls == nil {
		a.calls = map[*ssa.Function][]ssa.CallInstruction{}
		for _, caller := range a.ssa.Funcs {
			for _, b := range caller.Blocks {
				for _, in := range b.Instrs {
					if call, ok := in.(ssa.CallInstruction); ok {
						callee := call.Common().StaticCallee()
						a.calls[callee] = append(a.calls[callee], call)
					}
				}
			}
		}
	}
	open := dropped(a.calls[nil], func(call ssa.CallInstruction) bool { return !mayCall(call.Common(), fn) })
	return append(slices.Clip(open), a.calls[fn]...)
}

// mayCall reports whether a call whose target is not known may be of a function.
func mayCall(c *ssa.CallCommon, fn *ssa.Function) bool {
	if c.IsInvoke() && c.Method.Name() != fn.Name() || c.StaticCallee() != nil {
		return false
	}
	return types.Identical(c.Signature().Params(), fn.Signature.Params())
}

// argOf is the argument of a call that becomes a parameter. The receiver of a call through an interface is none.
func argOf(call ssa.CallInstruction, i int) ssa.Value {
	c := call.Common()
	if c.IsInvoke() {
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// isSetUp reports whether a value is an object that the caller of a function makes, and that nothing knows before the call but
// such functions.
func (a *analyzer) isSetUp(v ssa.Value, at ssa.Instruction, fn *ssa.Function) bool {
	al, ok := v.(*ssa.Alloc)
	return ok && !slices.ContainsFunc(a.escapesOf(al, 0), func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return (!ok || !mayCall(call.Common(), fn)) && mayPrecede(in, at)
	})
}
