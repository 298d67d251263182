package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// The effect of a function may depend on its arguments:
//
//	func (c *Config) dial() { if c.provider != nil { c.provider.ask() } … }
//
// A caller that has made the object, and given it everything but that, does not come there:
//
//	(&Config{host: h}).dial()
//
// Such fields are noted with an event, and decided where the object is made. Conditions of a state
// are something else: this one is about the time of the call, and tells no paths apart.

// Limits of the notes.
const (
	maxNeeds     = 4 // fields of one event
	maxNeedDepth = 2 // fields on the way from the object to one, by value
	maxGivenOn   = 3 // calls along which an object is followed
)

// needs returns the fields of arguments that have a value when control comes to a block, and had it
// when the function was called.
func (w *walker) needs(b *ssa.BasicBlock) []string {
	if known, ok := w.needed[b]; ok {
		return known
	}
	var list []string
	for at := b; at != nil && at.Idom() != nil; at = at.Idom() {
		branch, ok := at.Idom().Instrs[len(at.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(at.Preds) != 1 || len(list) == maxNeeds {
			continue
		}
		if slot := w.givenField(hasValue(branch.Cond, at == at.Idom().Succs[0])); slot != "" {
			list = addNode(list, slot)
		}
	}
	if w.needed == nil {
		w.needed = map[*ssa.BasicBlock][]string{}
	}
	w.needed[b] = list
	return list
}

// hasValue is the value that is not nil, false, zero or empty where a condition comes out in a way, or nil.
func hasValue(cond ssa.Value, truth bool) *ssa.UnOp {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return hasValue(v.X, !truth)
		}
		if truth && v.Op == token.MUL {
			return v
		}
	case *ssa.BinOp:
		k, isConst := v.Y.(*ssa.Const)
		if isConst && isZeroValue(k) && (v.Op == token.NEQ && truth || v.Op == token.EQL && !truth) {
			load, _ := v.X.(*ssa.UnOp)
			return load
		}
	}
	return nil
}

// isZeroValue reports whether a constant is the value in a new object.
func isZeroValue(k *ssa.Const) bool {
	if k.Value == nil {
		return true
	}
	switch k.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(k.Value)
	case constant.String:
		return constant.StringVal(k.Value) == ""
	case constant.Int:
		return constant.Sign(k.Value) == 0
	}
	return false
}

// givenField is the field of an argument that is read, if it has the same value as when the function was
// called, or "".
func (w *walker) givenField(load *ssa.UnOp) string {
	if load == nil || load.Op != token.MUL {
		return ""
	}
	object := load.X
	for range maxNeedDepth {
		if fa, ok := object.(*ssa.FieldAddr); ok {
			object = fa.X
		}
	}
	param, ok := object.(*ssa.Parameter)
	if !ok || object == load.X {
		return ""
	}
	slot := w.frame.AccessPath(load.X).String()
	if !isPartOf(slot, w.frame.AccessPath(param).String()) || w.pkg.isGivenValue(param, slot, load, 0) {
		return ""
	}
	return slot
}

// isPartOf reports whether an access path is a part of an object, by value.
func isPartOf(slot, object string) bool {
	rest, ok := strings.CutPrefix(slot, object)
	return ok && strings.HasPrefix(rest, ".") && !strings.ContainsAny(rest, "[>")
}

// isGivenValue reports whether a field of an object may be given a value before an instruction, or at
// any time if that is nil.
func (a *analyzer) isGivenValue(object ssa.Value, slot string, before ssa.Instruction, depth int) bool {
	if object.Referrers() == nil {
		return true
	}
	return slices.ContainsFunc(*object.Referrers(), func(in ssa.Instruction) bool {
		if fa, ok := in.(*ssa.FieldAddr); ok {
			part := a.frame(fa.Parent()).AccessPath(fa)
			rest, ok := strings.CutPrefix(slot, part.Root)
			rest, isWithin := strings.CutPrefix(rest, part.Path)
			return ok && isWithin && (rest == "" || rest[0] == '.') && a.isGivenValue(fa, slot, before, depth)
		}
		return a.gives(in, object, slot, before, depth) && (before == nil || in == before || mayPrecede(in, before))
	})
}

// gives reports whether an instruction with an object, or with a part of it, may give the field a value.
func (a *analyzer) gives(in ssa.Instruction, object ssa.Value, slot string, before ssa.Instruction, depth int) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.UnOp, *ssa.Return, *ssa.BinOp:
		return false
	case *ssa.Store:
		return in.Addr != object || a.isGivenBy(in.Val, strings.TrimPrefix(slot, a.frame(in.Parent()).AccessPath(object).String()), depth)
	case *ssa.Call:
		return (in != before || syncop.InLoop(in.Block())) && a.givesOn(in.Common(), object, slot, depth)
	}
	return true
}

// isGivenBy reports whether a value that is stored may have a field of that path: it is not zero, and no
// copy of an object that the function has made without it.
func (a *analyzer) isGivenBy(v ssa.Value, path string, depth int) bool {
	if k, ok := v.(*ssa.Const); ok {
		return !isZeroValue(k)
	}
	from := copyOf(v)
	return from == nil || path == "" || depth == maxGivenOn ||
		a.isGivenValue(from, a.frame(from.Parent()).AccessPath(from).String()+path, v.(ssa.Instruction), depth+1)
}

// givesOn reports whether a called function may give a field of an argument a value.
func (a *analyzer) givesOn(call *ssa.CallCommon, object ssa.Value, slot string, depth int) bool {
	callee := call.StaticCallee()
	if callee == nil || depth == maxGivenOn {
		return true
	}
	fn := a.declared(callee)
	if fn == nil || len(fn.Params) != len(call.Args) {
		return true
	}
	rest, ok := strings.CutPrefix(slot, a.frame(object.Parent()).AccessPath(object).String())
	for i, arg := range call.Args {
		if arg == object && (!ok || a.isGivenIn(fn.Params[i], rest, depth+1)) {
			return true
		}
	}
	return false
}

// isGivenIn reports whether a function may give a field of an argument a value. Most are asked often.
func (a *analyzer) isGivenIn(param *ssa.Parameter, path string, depth int) bool {
	k := givenIn{param, path, depth}
	known, ok := a.givenIns[k]
	if !ok {
		if a.givenIns == nil {
			a.givenIns = map[givenIn]bool{}
		}
		a.givenIns[k] = true // ends recursion
		known = !hasField(param.Type(), path) || a.isGivenValue(param, a.frame(param.Parent()).AccessPath(param).String()+path, nil, depth)
		a.givenIns[k] = known
	}
	return known
}

// A givenIn is a question about a field of an argument.
type givenIn struct {
	param *ssa.Parameter
	path  string
	depth int // of calls
}

// meets reports whether an event of a called function may happen: not when it needs a field that the
// caller has not given an object which it has made. It leaves what the caller's callers decide.
func (w *walker) meets(ev *Event, at ssa.Instruction) bool {
	var rest []string
	for _, slot := range ev.Needs {
		root, path := splitPath(slot)
		if strings.Count(path, ".") > maxNeedDepth {
			continue
		}
		switch w.stillAt(root, slot, at) {
		case notGiven:
			return false
		case asPassed:
			rest = append(rest, slot)
		}
	}
	ev.Needs = rest
	return true
}

// The knowledge about a field at a call.
const (
	mayBeGiven = iota // a value by this function
	notGiven          // one at all: the function has made the object
	asPassed          // one by this function: its caller has passed the value
)

// A slotAt is a field at a call.
type slotAt struct {
	slot string
	at   ssa.Instruction
}

// stillAt says what is known about a field of the object that a root stands for. Each call is asked in
// many states, and for many events.
func (w *walker) stillAt(root, slot string, at ssa.Instruction) int {
	k := slotAt{slot, at}
	known, ok := w.still[k]
	if ok {
		return known
	}
	if object := w.objectAt(root); object != nil && hasField(object.Type(), slot[len(root):]) && !w.pkg.isGivenValue(object, slot, at, 0) {
		known = asPassed
		if _, made := object.(*ssa.Alloc); made {
			known = notGiven
		}
	}
	w.still[k] = known
	return known
}

// hasField reports whether a struct, or what a pointer leads to, has a field of that path by value, by the name that
// functions with such an object have for it.
func hasField(t types.Type, path string) bool {
	st, ok := syncop.Elem(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if !strings.HasPrefix(path[min(1, len(path)):], st.Field(i).Name()) {
			continue // most are not
		}
		rest, ok := strings.CutPrefix(path, syncop.FieldOf(syncop.AccessPath{}, syncop.Elem(t), i).Path)
		if ok && (rest == "" || rest[0] == '.' && hasField(st.Field(i).Type(), rest)) {
			return true
		}
	}
	return false
}

// objectAt is the argument, or the object that the function makes, that a root stands for, or nil.
func (w *walker) objectAt(root string) ssa.Value {
	switch i := slices.IndexFunc(w.fn.Params, func(p *ssa.Parameter) bool { return w.frame.AccessPath(p).String() == root }); {
	case i >= 0:
		return w.fn.Params[i]
	case root != "" && root[0] == 'L':
		if made, ok := valueOf(w.fn, root[1:]).(*ssa.Alloc); ok {
			return made
		}
	}
	return nil
}

// copyOf is the local struct that a value is a copy of, or nil.
func copyOf(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if _, isStruct := v.Type().Underlying().(*types.Struct); !ok || !isStruct || load.Op != token.MUL {
		return nil
	}
	al, _ := load.X.(*ssa.Alloc)
	return al
}
