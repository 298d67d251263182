package lockfacts

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Objects often carry a flag that says which of two protocols they follow:
//
//	tx := &Tx{writable: true}
//	…
//	if tx.writable { db.rwlock.Unlock() } else { db.mmaplock.RUnlock() }
//
// A flag is a field that is tested and never assigned to but in a new object: its value
// stays. It has the type bool, or it is a number or a string that several functions
// compare with constants (a kind, a mode). Its value is part of
// how a constructor returns ([ReturnValue].Flags), where it is a constant or was tested since, and of
// the conditions of events.

// flags returns the flags of the package as the last selector of their access paths.
func (a *analyzer) flags() map[string]bool {
	tested, assigned := map[string]bool{}, map[string]bool{}
	compared := map[string]*ssa.Function{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.UnOp:
					fa, ok := in.X.(*ssa.FieldAddr)
					if !ok || !isFlagType(in.Type()) || !isBool(in.Type()) && !isCompared(in) {
						continue
					}
					sel := a.selector(fn, fa)
					if !isBool(in.Type()) && ast.IsExported(strings.TrimPrefix(sel, ".")) {
						continue // other packages set it
					}
					first, again := compared[sel]
					if compared[sel] = fn; isBool(in.Type()) || again && first != fn {
						tested[sel] = true
					}
				case *ssa.Store:
					fa, ok := in.Addr.(*ssa.FieldAddr)
					if !ok || !isFlagType(in.Val.Type()) || a.sets(in, fa) {
						continue
					}
					if sel := a.selector(fn, fa); a.setsUp(fn, fa.X, 0) {
						a.configured[sel] = true
					} else {
						assigned[sel] = true
					}
				}
			}
		}
	}
	for sel := range assigned {
		delete(tested, sel)
	}
	return tested
}

// isFlagType reports whether flags may have a type.
func isFlagType(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0
}

// isCompared reports whether a value is asked whether it equals a constant.
func isCompared(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		cond, ok := in.(*ssa.BinOp)
		if !ok {
			return false
		}
		x, t, _ := guard.TestOf(cond)
		return x == v && t.Kind == guard.Equal
	})
}

// sets reports whether a store gives a value to a field of a new object: a constant, or a value
// before the object escapes.
func (a *analyzer) sets(in *ssa.Store, fa *ssa.FieldAddr) bool {
	_, isConst := in.Val.(*ssa.Const)
	made, isNew := fa.X.(*ssa.Alloc)
	if isNew {
		_, given := syncop.OnlyStore(made).(*ssa.Parameter)
		isNew = !given // that is a copy of the caller's value
	}
	return isNew && (isConst || a.isUnborn(fa.X, in))
}

func (a *analyzer) selector(fn *ssa.Function, fa *ssa.FieldAddr) string {
	return lastSelector(a.frame(fn).AccessPath(fa).Path)
}

// flag reports whether a condition is about a flag of an object that callers
// can name, or of a part of it by value.
func (w *walker) flag(c Condition) bool { return w.pkg.isFlag(c) }

func (a *analyzer) isFlag(c Condition) bool {
	_, path := splitPath(strings.TrimSuffix(c.Path, "->"))
	path = strings.TrimPrefix(path, "->") // of a variable that is captured
	return c.isOfFlag() && strings.HasPrefix(path, ".") && !strings.ContainsAny(path, "->[") && a.flagged[lastSelector(c.Path)]
}

// isOfFlag reports whether a condition asks what is asked of flags.
func (c Condition) isOfFlag() bool {
	return c.Kind == CondTrue || c.Kind == CondGreater || c.Kind == CondEqual && c.otherArg() == ""
}

// unknownFlag is the value of a flag that is not a constant.
const unknownFlag = "?"

// zeroOf is the value of a flag that is not set.
func zeroOf(t types.Type) constant.Value {
	switch info := t.Underlying().(*types.Basic).Info(); {
	case info&types.IsBoolean != 0:
		return constant.MakeBool(false)
	case info&types.IsString != 0:
		return constant.MakeString("")
	}
	return constant.MakeInt64(0)
}

// setFlags makes the flags of a result known.
func (w *walker) setFlags(s *state, v ssa.Value, flags string) {
	p := w.frame.AccessPath(v)
	if flags == "" || !p.Known() {
		return
	}
	for f := range strings.SplitSeq(flags, ";") {
		sel, val, _ := strings.Cut(f, "=")
		path := p.String() + sel + "->"
		s.forget(path)
		if val == "true" || val == "false" {
			s.set(Condition{CondTrue, path, "", val == "true"})
		} else {
			s.set(Condition{CondEqual, path, val, true})
		}
	}
}

// guards are the conditions about flags that hold for as long as the object is there: no other package sets them, their address goes
// nowhere, and the struct never gets another value. A flag in a struct that is a field may be replaced with the struct, and is none.
func (a *analyzer) guards(conds []Condition) (list []Condition) {
	for _, c := range conds {
		name := lastSelector(c.Path)
		if a.isFlag(c) && !a.unsteady[name] && !ast.IsExported(strings.TrimPrefix(name, ".")) && strings.Count(c.Path, ".") == 1 {
			list = append(list, c)
		}
	}
	return list
}

// unsteadyFlags are the flags that something besides an assignment to them may change:
//
//	flag.BoolVar(&t.back, …)
//	*t = *other
func (a *analyzer) unsteadyFlags() map[string]bool {
	list := map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					if isFlagType(syncop.Elem(in.Type())) && goesElsewhere(in) {
						list[a.selector(fn, in)] = true
					}
				case *ssa.Store:
					if syncop.HasVariableParts(in.Val.Type()) && !a.isOfNew(in) {
						addFlags(list, in.Val.Type())
					}
				}
			}
		}
	}
	return list
}

// goesElsewhere reports whether the address of a variable is used for more than to read it and to assign to it.
func goesElsewhere(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if ref.Val == addr {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// isOfNew reports whether a store gives a value to an object that only the function knows, or to a part of it.
func (a *analyzer) isOfNew(st *ssa.Store) bool {
	addr := st.Addr
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.Alloc:
			return !x.Heap || a.isUnborn(x, st)
		default:
			return false
		}
	}
}

// addFlags adds the fields that may be flags and that a value of a struct or an array has.
func addFlags(list map[string]bool, t types.Type) {
	if arr, ok := t.Underlying().(*types.Array); ok {
		addFlags(list, arr.Elem())
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if isFlagType(f.Type()) {
			list[lastSelector(syncop.FieldOf(syncop.AccessPath{Root: syncop.Unknown}, t, i).Path)] = true
		} else if syncop.HasVariableParts(f.Type()) {
			addFlags(list, f.Type())
		}
	}
}

// A function that tests the flag may leave the locks to a further function:
//
//	if t.back { t.lockBack() } else { t.lockFront() }

// guardsAt are the guards that all callers of a function have tested, where an event is in its goroutine.
func (f *Func) guardsAt(ev *Event) []Condition {
	if ev.Async != "" {
		return nil
	}
	return f.Guards
}

// objectsOf are the access paths of the objects that arguments are.
func objectsOf(args []Arg) []string {
	list := make([]string, len(args))
	for i, a := range args {
		if a.Path.Known() && a.Path.Path == "" {
			list[i] = a.Path.Root
		}
	}
	return list
}

// guardsInwards returns the guards that hold at every call of a function, by key. Lists grow only, so that it ends when no list
// is longer than before.
func guardsInwards(funcs []*Func, open map[string]bool) map[string][]Condition {
	all := map[string][]Condition{}
	for {
		next := map[string][]Condition{}
		for _, f := range funcs {
			for i := range f.calls {
				c := &f.calls[i]
				if open[c.callee] {
					continue
				}
				now := append(c.inside(c.guards), c.inside(all[f.Key])...)
				slices.SortFunc(now, compareConds)
				now = slices.Compact(now)
				if old, ok := next[c.callee]; ok {
					now = slices.DeleteFunc(slices.Clone(old), func(g Condition) bool { return !slices.Contains(now, g) })
				}
				next[c.callee] = now
			}
		}
		if maps.EqualFunc(all, next, func(a, b []Condition) bool { return len(a) == len(b) }) {
			return all
		}
		all = next
	}
}

// inside are guards of the caller in the names of the called function.
func (c *callSite) inside(guards []Condition) (list []Condition) {
	for _, g := range guards {
		for i, name := range c.params {
			if rest, ok := strings.CutPrefix(g.Path, name+"."); ok && name != "" {
				g.Path = fmt.Sprintf("P%d.%s", i, rest)
				list = append(list, g)
				break
			}
		}
	}
	return list
}

// A constructor may leave it to functions to set the flags of the object that it makes:
//
//	func New(opts ...Option) *S { s := &S{}; for _, o := range opts { o(s) }; return s }
//	func Locked() Option { return func(s *S) { s.locked = true } }
//	func (s *S) init(kind Kind) { s.kind = kind }
//
// Such a function is only given objects that nothing else knows. So the flag stays what it is
// after the constructor, which does not tell its value. Another package that calls an option
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
	return len(calls) > 0 && !a.isBound(fn) && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		arg := argOf(call, i)
		_, async := call.(*ssa.Go)
		return async || arg == nil || !a.isSetUp(arg, call, fn) && !a.setsUp(call.Parent(), arg, depth+1)
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
	for v := range c.Signature().Params().Variables() {
		if _, ok := v.Type().(*types.TypeParam); ok { // any type
			return c.Signature().Params().Len() == fn.Signature.Params().Len()
		}
	}
	return types.Identical(c.Signature().Params(), fn.Signature.Params())
}

// isBound reports whether the package makes a method value of a method.
func (a *analyzer) isBound(fn *ssa.Function) bool {
	if a.methodValues == nil {
		a.methodValues = map[types.Object]bool{}
		for _, f := range a.ssa.Funcs {
			for _, b := range f.Blocks {
				a.noteBound(b)
			}
		}
	}
	return a.methodValues[fn.Object()]
}

func (a *analyzer) noteBound(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		if c, ok := in.(*ssa.MakeClosure); ok && c.Fn.(*ssa.Function).Object() != nil {
			a.methodValues[c.Fn.(*ssa.Function).Object()] = true
		}
	}
}

// ofFlag reports whether a condition is about a flag of an object of the function.
func (w *walker) ofFlag(c Condition, callee string) bool {
	name := strings.TrimPrefix(lastSelector(c.Path), ".")
	return w.flag(c) || w.pkg.byKey[callee] == nil && c.isOfFlag() && name != "" && !ast.IsExported(name) && strings.Count(c.Path, ".") == 1
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

// worthKnowing reports whether a condition is tested again, here or by callers
// that pass a flag.
func (w *walker) worthKnowing(c Condition) bool {
	c.Val = false
	if w.uses[c] > 1 || w.flag(c) {
		return true
	}
	return c.outer() && c.Kind != CondBits && c.Kind != CondIs && (c.Kind != CondEqual || c.otherArg() != "" || c.asksForNone()) && !strings.ContainsAny(c.Path, ".&%")
}
