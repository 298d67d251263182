package condcheck

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// maxDepth bounds how deep a condition is followed into expressions and functions.
const maxDepth = 6

// A test is a branch that decides whether the function waits.
type test struct {
	branch syncop.Branch
	text   string   // the condition, the same for the same condition in another function
	fields []string // classes of the shared variables it reads
	// own is set when it compares them with something that belongs to this call:
	// an argument, or a value that was read before.
	own bool
}

// A reader reads a condition.
type reader struct {
	m      *model
	frame  *syncop.Frame
	w      *wait             // nil in a called function
	args   map[string]string // of a called function, by parameter
	fields []string
	own    bool
}

func (m *model) newTest(w *wait, b syncop.Branch) test {
	r := &reader{m: m, frame: m.r.Facts.Frame(w.f.Fn), w: w}
	t := test{branch: b, text: r.truth(b.If.Cond, b.Taken)}
	t.fields, t.own = r.fields, r.own && len(r.fields) > 0 && !w.perCall()
	return t
}

// negated is the comparison that holds when another does not.
var negated = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// truth writes what is asked when a value has to be true, or false: a
// comparison always in the same way, so that len(q) == 0 and !(len(q) > 0) are one.
func (r *reader) truth(v ssa.Value, truth bool) string {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.NOT {
		return r.truth(u.X, !truth)
	}
	if call, ok := v.(*ssa.Call); ok {
		if sub, result := r.inline(call); result != nil {
			text := sub.truth(result, truth)
			r.fields = append(r.fields, sub.fields...)
			return text
		}
	}
	b, ok := v.(*ssa.BinOp)
	if !ok || negated[b.Op] == 0 {
		return fmt.Sprint(truth, " ", r.text(v, 0))
	}
	op := b.Op
	if !truth {
		op = negated[op]
	}
	x, y := r.text(b.X, 1), r.text(b.Y, 1)
	if strings.HasPrefix(x, "len(") && y == "0:int" {
		switch op {
		case token.LEQ:
			op = token.EQL
		case token.GTR:
			op = token.NEQ
		}
	}
	return x + " " + op.String() + " " + y
}

// inline returns a reader for a called function that does nothing but return a
// value, and that value.
func (r *reader) inline(call *ssa.Call) (*reader, ssa.Value) {
	f := r.m.callee(call)
	if f == nil || len(f.Fn.Blocks) != 1 || len(r.args) > 0 {
		return nil, nil
	}
	ret, ok := syncop.Terminator(f.Fn.Blocks[0]).(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return nil, nil
	}
	sub := &reader{m: r.m, frame: r.m.r.Facts.Frame(f.Fn), args: map[string]string{}}
	for i, p := range f.Fn.Params {
		own, fields := r.own, len(r.fields)
		sub.args[p.Name()] = r.text(call.Call.Args[i], 1)
		if _, object := p.Type().Underlying().(*types.Pointer); object {
			r.own, r.fields = own, r.fields[:fields] // its fields are read now, whenever it was read itself
		}
	}
	return sub, ret.Results[0]
}

// text writes a value and notes what it is made of.
func (r *reader) text(v ssa.Value, depth int) string {
	if depth > maxDepth {
		return "…"
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Name()
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return r.load(v)
		}
		return v.Op.String() + r.text(v.X, depth+1)
	case *ssa.BinOp:
		return r.text(v.X, depth+1) + " " + v.Op.String() + " " + r.text(v.Y, depth+1)
	case *ssa.Call:
		return r.call(v, depth)
	case *ssa.Parameter:
		r.parameter(v)
		if text, ok := r.args[v.Name()]; ok {
			return text
		}
		return v.Name()
	case *ssa.FieldAddr, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
		return "&" + r.variable(v)
	}
	in, ok := v.(ssa.Instruction)
	if _, joins := v.(*ssa.Phi); joins || !ok {
		return "local"
	}
	var parts []string
	for _, op := range in.Operands(nil) {
		if *op != nil {
			parts = append(parts, r.text(*op, depth+1))
		}
	}
	return strings.Join(parts, ",")
}

// load is a variable that is read. A value that is read once and not again after Wait
// belongs to the call, unless no function changes the variable.
func (r *reader) load(v *ssa.UnOp) string {
	if class := r.class(v.X); class != "" && r.w != nil && !syncop.Reaches(r.w.call.Block(), v.Block()) && syncop.InLoop(r.w.call.Block()) {
		r.own = r.own || r.m.unsteady[class]
		return "before " + class
	}
	return r.variable(v.X)
}

// class is that of a variable that others may see.
func (r *reader) class(addr ssa.Value) string {
	switch a := addr.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
		return r.frame.AccessPath(a).Class()
	case *ssa.Alloc:
		if a.Heap {
			return r.frame.AccessPath(a).Class()
		}
	case *ssa.IndexAddr:
		return r.class(loadedFrom(a.X))
	}
	return ""
}

func loadedFrom(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		return u.X
	}
	return v
}

func (r *reader) variable(addr ssa.Value) string {
	class := r.class(addr)
	if class == "" {
		return "local"
	}
	r.fields = append(r.fields, class)
	if r.w == nil {
		return class
	}
	path, owner := r.frame.AccessPath(addr), r.w.cond
	if path.Root != owner.Root && path.Root[0] == 'P' {
		r.own = true
	}
	return class
}

// parameter notes a parameter that is not the receiver, and not the same in all calls.
func (r *reader) parameter(v *ssa.Parameter) {
	fn := v.Parent()
	if r.w == nil || syncop.IsContext(v.Type()) || fn.Signature.Recv() != nil && fn.Params[0] == v || r.frame.AccessPath(v).Root == r.w.cond.Root {
		return
	}
	if types.Comparable(v.Type()) { // no goroutine waits for a buffer of its own
		r.own = r.own || !r.m.alwaysSame(r.w.f, v)
	}
}

// alwaysSame reports whether all calls pass the same constant for a parameter.
func (m *model) alwaysSame(f *lockfacts.Func, p *ssa.Parameter) bool {
	if token.IsExported(f.Fn.Name()) {
		return false
	}
	i := slices.Index(f.Fn.Params, p)
	seen := map[string]bool{}
	m.callsOf(f, func(_ *lockfacts.Func, call ssa.CallInstruction) {
		if i >= len(call.Common().Args) {
			return
		}
		k, ok := call.Common().Args[i].(*ssa.Const)
		if !ok {
			seen["another"], seen["value"] = true, true
			return
		}
		seen[k.Name()] = true
	})
	return len(seen) == 1
}

// call is a call in a condition: its arguments, and the reads of the called function.
func (r *reader) call(v *ssa.Call, depth int) string {
	if sub, result := r.inline(v); result != nil && isAtomicLoad(result) {
		text := sub.text(result, depth+1)
		r.fields = append(r.fields, sub.fields...)
		return text
	}
	var parts []string
	if v.Call.IsInvoke() {
		parts = append(parts, r.text(v.Call.Value, depth+1))
	}
	for _, a := range v.Call.Args {
		parts = append(parts, r.text(a, depth+1))
	}
	name := "call"
	switch {
	case v.Call.IsInvoke():
		name = v.Call.Method.Name()
	case v.Call.StaticCallee() != nil:
		name = syncop.Key(v.Call.StaticCallee())
	case isBuiltin(v.Call.Value):
		name = v.Call.Value.Name()
	}
	if f := r.m.callee(v); f != nil && depth < 3 {
		r.fields = append(r.fields, r.m.readIn(f)...)
	}
	return name + "(" + strings.Join(parts, ",") + ")"
}

// isAtomicLoad reports whether a value is a load of sync/atomic, perhaps converted.
func isAtomicLoad(v ssa.Value) bool {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	call, ok := v.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && strings.HasPrefix(syncop.Key(call.Call.StaticCallee()), "sync/atomic.Load")
}

func isBuiltin(v ssa.Value) bool {
	_, ok := v.(*ssa.Builtin)
	return ok
}

// readIn returns the classes of the fields that a function reads.
func (m *model) readIn(f *lockfacts.Func) []string {
	r := &reader{m: m, frame: m.r.Facts.Frame(f.Fn)}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if u, ok := in.(*ssa.UnOp); ok && u.Op == token.MUL {
				r.variable(u.X)
			}
		}
	}
	return r.fields
}

// fields returns the classes of the shared variables that decide about a wait.
func (w *wait) fields() []string {
	var list []string
	for _, t := range w.tests {
		list = append(list, t.fields...)
	}
	return list
}

// own returns the test that asks for something of this call's own.
func (w *wait) own() *test {
	for i := range w.tests {
		if w.tests[i].own {
			return &w.tests[i]
		}
	}
	return nil
}
