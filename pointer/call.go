package pointer

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call makes the constraints of a call, a go or a defer statement. Which
// functions it calls is not a question of this analysis: the call graph says it.
func (g *generator) call(f *frame, call ssa.CallInstruction) {
	if b, ok := call.Common().Value.(*ssa.Builtin); ok {
		g.builtin(f, call, b.Name())
		return
	}
	if g.world.partial != nil && call.Common().StaticCallee() == nil {
		g.unseenCall(f, call, nil)
	}
	for _, callee := range f.targets.of(call) {
		switch {
		case g.model(f, call, callee):
		case !g.world.analysed(callee):
			g.unseenCall(f, call, callee)
		default:
			g.direct(f, call, g.instance(f, call, callee))
		}
	}
}

// direct passes arguments to an instance of the callee, and its results back.
func (g *generator) direct(f *frame, call ssa.CallInstruction, callee *frame) {
	params, args := callee.fn.Params, call.Common().Args
	if call.Common().IsInvoke() && len(params) > 0 {
		g.dispatch(g.value(callee, params[0]), g.value(f, call.Common().Value), params[0].Type())
		params = params[1:]
	}
	if len(args) != len(params) {
		return
	}
	for i, p := range params {
		g.copy(g.value(callee, p), g.value(f, args[i]), p.Type())
	}
	if v := call.Value(); v != nil {
		g.copy(g.value(f, v), callee.results, v.Type())
	}
}

// unseenCall lets the results of a call be unknown: the body of the callee is
// in another language, or works on memory without types.
func (g *generator) unseenCall(f *frame, call ssa.CallInstruction, callee *ssa.Function) {
	if v := call.Value(); v != nil {
		cause := UnseenCode
		if callee != nil && strings.HasPrefix(packagePath(callee), "reflect") {
			cause = Reflection
		}
		g.unknown(g.value(f, v), v.Type(), cause)
	}
}

// builtin makes the constraints of a call of a builtin function.
func (g *generator) builtin(f *frame, call ssa.CallInstruction, name string) {
	args, v := call.Common().Args, call.Value()
	if name == "copy" && hasPointers(args[1].Type()) {
		g.copyElements(f, args[0], args[1])
	}
	if v == nil || g.value(f, v) == 0 {
		return
	}
	dst := g.value(f, v)
	switch name {
	case "append":
		g.appendTo(f, v, args)
	case "recover":
		g.sys.add(move, dst, g.panics, 0, noTag)
	case "ssa:wrapnilchk", "Slice", "SliceData":
		g.sys.add(move, dst, g.value(f, args[0]), 0, noTag)
	case "Add", "StringData":
		g.unknown(dst, v.Type(), UnsafeConversion)
	}
}

// elements returns the place of the elements of a slice.
func (g *generator) elements(n node, t types.Type) (place, bool) {
	s, ok := t.Underlying().(*types.Slice)
	if !ok || !hasPointers(s.Elem()) {
		return place{}, false
	}
	return place{n, 0, g.layout(s.Elem()), 0, s.Elem()}, true
}

// copyElements makes the constraints of copy(dst, src).
func (g *generator) copyElements(f *frame, dst, src ssa.Value) {
	from, ok := g.elements(g.value(f, src), src.Type())
	if !ok {
		return
	}
	to, _ := g.elements(g.value(f, dst), dst.Type())
	elem := g.variable(from.typ)
	g.load(elem, from)
	g.store(to, elem)
}

// appendTo makes the constraints of append: the result is the first slice or
// a new array, with the elements of both.
func (g *generator) appendTo(f *frame, v *ssa.Call, args []ssa.Value) {
	g.allocate(f, v, Append)
	dst := g.value(f, v)
	g.sys.add(move, dst, g.value(f, args[0]), 0, noTag)
	for _, arg := range args {
		from, ok := g.elements(g.value(f, arg), arg.Type())
		if !ok {
			continue
		}
		elem := g.variable(from.typ)
		g.load(elem, from)
		to, _ := g.elements(dst, v.Type())
		g.store(to, elem)
	}
}
