package lockfacts

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// Limits of the remembered stores.
const (
	maxHeapWrites = 150 // per function, with those of the functions it calls
	maxHeapRounds = 12  // along how many calls among functions that call each other
)

// A HeapWrite is the store of an object or a function into a field, a variable, or an element
// of a container. A function makes it itself or through calls. Access paths are those of the
// function; "R0" is its first result.
type HeapWrite struct {
	Slot syncop.AccessPath
	Val  syncop.AccessPath // the object, or the receiver of the method value Fn
	Fn   string            // the function, when it is known
	Meth bool              // Fn is bound to Val
	Back string            // see backTo
}

// A heapAnalysis finds the heap writes of the functions of a package.
type heapAnalysis struct {
	a     *analyzer
	of    map[string][]HeapWrite
	seen  map[string]map[string]bool
	impls map[types.Type][]types.Type // interface -> types of the package
	// others maps interface methods to those of types of imported packages.
	others map[string][]target
	known  *implementers // of imported packages
	// alias maps, in each function, fields of objects that it made or got from
	// a call to the one object that was stored there.
	alias map[string]map[string]syncop.AccessPath
	made  map[string]map[string]string // see returned
	// makes are the functions that return new objects only, storedIn the fields
	// that new objects were stored in.
	makes    map[string]bool
	storedIn map[ssa.Value]string
	lodged   map[string]map[string][]syncop.AccessPath // see lodgedIn
}

// heapWrites looks at all functions, callees first. It knows nothing of paths, so
// it comes before the functions are walked, which use what it finds.
func (a *analyzer) heapWrites(order [][]*ssa.Function) *heapAnalysis {
	k := &heapAnalysis{
		a: a, of: map[string][]HeapWrite{}, seen: map[string]map[string]bool{}, impls: map[types.Type][]types.Type{},
		others: map[string][]target{},
		alias:  map[string]map[string]syncop.AccessPath{}, made: map[string]map[string]string{}, makes: map[string]bool{}, storedIn: map[ssa.Value]string{},
		lodged: map[string]map[string][]syncop.AccessPath{},
	}
	a.stores = k.of // who makes an object asks whom it is given to
	for rounds := 1; k.all(order); rounds++ {
		if rounds == maxHeapRounds {
			a.reached("maxHeapRounds", maxHeapRounds)
			break
		}
	}
	return k
}

// all looks at all functions, and reports whether there were new heap writes. A call through an
// interface comes to functions that may stand after the caller in the order.
func (k *heapAnalysis) all(order [][]*ssa.Function) (any bool) {
	for _, scc := range order {
		for round := range maxHeapRounds {
			grown := false
			for _, fn := range scc {
				grown = k.function(fn) || grown
			}
			any = any || grown
			if !grown || len(scc) == 1 && round > 0 {
				break
			}
		}
	}
	return any
}

// function adds the heap writes of a function. It reports whether there were new ones.
func (k *heapAnalysis) function(fn *ssa.Function) bool {
	key := syncop.Key(fn)
	before := len(k.of[key])
	if k.seen[key] == nil {
		k.seen[key] = map[string]bool{}
	}
	frame := k.a.frame(fn)
	made := withoutWrapped(fn, returned(fn))
	k.made[key] = made
	k.lodged[key] = lodgedIn(fn, frame)
	k.maker(fn)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			k.instruction(key, frame, made, in)
		}
	}
	return len(k.of[key]) > before
}

// returned maps the registers of new objects to the results they become.
func returned(fn *ssa.Function) map[string]string {
	made := map[string]string{}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if mi, ok := v.(*ssa.MakeInterface); ok {
				v = mi.X
			}
			v = lastStored(v)
			if _, ok := v.(*ssa.Const); !ok {
				made["L"+v.Name()] = "R" + string(rune('0'+i%10))
				if al := copyOf(v); al != nil {
					made["L"+al.Name()] = made["L"+v.Name()]
				}
			}
		}
	}
	return made
}

func (k *heapAnalysis) instruction(key string, frame *syncop.Frame, made map[string]string, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if isFieldOrVariable(in.Addr) {
			if _, ok := in.Addr.(*ssa.FieldAddr); ok {
				k.assigned(key, frame.AccessPath(in.Addr), in.Val)
			}
			k.value(key, frame, made, frame.AccessPath(in.Addr), in.Val)
		}
	case *ssa.MapUpdate:
		element := in.Value
		if syncop.IsSet(in.Map.Type()) {
			element = in.Key
		}
		k.value(key, frame, made, frame.Element(in.Map, element.Type()), element)
	case *ssa.Send:
		k.value(key, frame, made, frame.Element(in.Chan, in.X.Type()), in.X)
	case *ssa.MakeClosure:
		k.literal(key, frame, made, in)
	case *ssa.ChangeType:
		k.a.owners.copied(in.X.Type())
		k.a.owners.copied(in.Type())
	case ssa.CallInstruction:
		k.call(key, frame, made, in)
		k.a.owners.reflected(in.Common())
	}
}

// value records a store of a function or of a reference to an object.
func (k *heapAnalysis) value(key string, frame *syncop.Frame, made map[string]string, slot syncop.AccessPath, v ssa.Value) {
	if appended := appendedTo(v); appended != nil {
		slot.Path += syncop.AnyIndex
		for _, e := range appended {
			s := slot
			s.Types += form.Elements + syncop.TypePath(e.Type()).Types
			k.value(key, frame, made, s, e)
		}
		return
	}
	write := HeapWrite{Slot: slot, Val: frame.AccessPath(v)}
	switch v.Type().Underlying().(type) {
	case *types.Signature:
		write.Val.Types = "" // a function is no object, even when its type has a name
	case *types.Pointer, *types.Interface:
	default:
		return
	}
	write.Fn, write.Meth = functionName(v)
	if write.Meth {
		write.Val = frame.AccessPath(closureOf(v).Bindings[0])
	} else if mc := closureOf(v); mc != nil {
		write.Back = k.backTo(key, slot, storedFreeVars(frame, mc))
	}
	k.add(key, made, write)
}

func (k *heapAnalysis) add(key string, made map[string]string, write HeapWrite) {
	k.noteAlias(key, write)
	for _, p := range []*syncop.AccessPath{&write.Slot, &write.Val} {
		if r, ok := made[p.Root]; ok {
			p.Root = r
		}
	}
	if write.Slot.Class() == "" || write.Fn == "" && !write.Val.Known() {
		return
	}
	if write.Meth && isOwnMethod(write.Slot, write.Val) {
		write.Back = ownMethod
	}
	id := write.Slot.String() + "|" + write.Slot.Types + "|" + write.Val.String() + "|" + write.Fn
	if k.seen[key][id] || len(k.of[key]) >= maxHeapWrites {
		return
	}
	k.seen[key][id] = true
	k.of[key] = append(k.of[key], write)
}

// literal adds what a function literal stores, as if it were called where it is made.
func (k *heapAnalysis) literal(key string, frame *syncop.Frame, made map[string]string, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	if fn.Parent() == nil {
		return
	}
	k.compose(key, made, syncop.Key(fn), environment{freeVars: storedFreeVars(frame, mc)}, nil)
}

// storedFreeVars describes what a function literal captures.
func storedFreeVars(frame *syncop.Frame, mc *ssa.MakeClosure) []Arg {
	var frees []Arg
	for _, b := range mc.Bindings {
		a := Arg{Path: frame.AccessPath(b)}
		if al, ok := b.(*ssa.Alloc); ok {
			if only := syncop.OnlyStore(al); only != nil {
				p := frame.AccessPath(only)
				a.Content = &p
				a.Fn = storedFunc(frame, only)
			}
		}
		frees = append(frees, a)
	}
	return frees
}

func storedArg(frame *syncop.Frame, v ssa.Value) Arg {
	a := Arg{Path: frame.AccessPath(v)}
	if al, ok := v.(*ssa.Alloc); ok {
		if only := syncop.OnlyObject(al); only != nil {
			p := frame.AccessPath(only)
			a.Content = &p
			v = only
		}
	}
	a.Fn = storedFunc(frame, v)
	if mc := closureOf(v); mc != nil && a.Fn != nil && a.Fn.Recv == nil {
		a.Fn.FreeVars = storedFreeVars(frame, mc)
	}
	return a
}

// storedFunc is a function value without what it captures, which may be itself.
func storedFunc(frame *syncop.Frame, v ssa.Value) *FuncVal {
	name, meth := functionName(v)
	if name == "" {
		return nil
	}
	fv := &FuncVal{Name: name}
	if meth {
		fv.Recv = &Arg{Path: frame.AccessPath(closureOf(v).Bindings[0])}
	}
	return fv
}

// call adds what called functions store.
func (k *heapAnalysis) call(key string, frame *syncop.Frame, made map[string]string, in ssa.CallInstruction) {
	common := in.Common()
	if syncop.Atomic(common) && len(common.Args) > 1 {
		k.value(key, frame, made, frame.AccessPath(common.Args[0]), common.Args[1])
		return
	}
	callees := dropped(k.callees(common), func(t target) bool { return len(k.of[t.key])+len(k.a.known.HeapWrites[t.key]) == 0 })
	if len(callees) == 0 {
		return
	}
	var params []Arg
	for _, v := range common.Args {
		params = append(params, storedArg(frame, v))
	}
	result, _ := in.(*ssa.Call)
	for _, callee := range callees {
		all := params
		if common.IsInvoke() {
			all = append([]Arg{{Path: under(frame.AccessPath(common.Value), callee.recv.Path)}}, params...)
		}
		k.compose(key, made, callee.key, environment{params: all}, result)
	}
}

// callees returns the functions that a call may reach: for an interface, the
// methods of the types of this package and of those known to be converted.
func (k *heapAnalysis) callees(common *ssa.CallCommon) []target {
	if !common.IsInvoke() {
		if fn := common.StaticCallee(); fn != nil {
			return []target{{key: k.a.key(fn)}}
		}
		return nil
	}
	if t := syncop.ConcreteType(common.Value); t != nil {
		return methodTarget(t, common.Method)
	}
	if !takesReference(common) {
		return nil
	}
	return k.implementations(common)
}

// takesReference reports whether a call passes a function or an object that
// could be kept.
func takesReference(common *ssa.CallCommon) bool {
	return slices.ContainsFunc(common.Args, func(v ssa.Value) bool {
		switch v.Type().Underlying().(type) {
		case *types.Signature, *types.Pointer, *types.Interface:
			return true
		}
		return false
	})
}

// methodTarget is the method of a type, on some object of it.
func methodTarget(t types.Type, m *types.Func) []target {
	fv, ok := methodOf(t, m, Arg{Path: syncop.TypePath(syncop.Elem(t))})
	if !ok {
		return nil
	}
	return []target{{key: fv.Name, recv: fv.Recv}}
}

func (k *heapAnalysis) implementations(common *ssa.CallCommon) []target {
	it, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return nil
	}
	var list []target
	for _, t := range k.types(common.Value.Type(), it) {
		list = append(list, methodTarget(t, common.Method)...)
	}
	if key := k.a.interfaceKey(common); key != "" {
		if _, ok := k.others[key]; !ok {
			if k.known == nil {
				k.known = newImplementers(&k.a.known.content)
			}
			k.others[key] = k.known.targets(k.a.ifaces, key)
		}
		list = append(list, k.others[key]...)
	}
	if len(list) > maxTargets {
		return nil
	}
	return list
}

// types returns the types of the package that have the methods of an interface.
func (k *heapAnalysis) types(t types.Type, it *types.Interface) []types.Type {
	if list, ok := k.impls[t]; ok {
		return list
	}
	var list []types.Type
	scope := k.a.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if n, ok := tn.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 {
			continue
		}
		if p := types.NewPointer(tn.Type()); types.Implements(p, it) {
			list = append(list, p)
		}
	}
	k.impls[t] = list
	return list
}

// compose adds the heap writes of a called function as the caller sees them.
func (k *heapAnalysis) compose(key string, made map[string]string, callee string, env environment, result *ssa.Call) {
	for _, list := range [][]HeapWrite{k.of[callee], k.a.known.HeapWrites[callee]} {
		k.composeAll(key, made, list, env, result)
	}
}

func (k *heapAnalysis) composeAll(key string, made map[string]string, list []HeapWrite, env environment, result *ssa.Call) {
	for _, write := range list {
		n := write
		n.Slot, n.Val = k.path(env, write.Slot, result), k.path(env, write.Val, result)
		if write.Fn == "" {
			if a, ok := env.arg(write.Val.Root); ok && write.Val.Path == "" && a.Fn != nil {
				n.Fn, n.Back = a.Fn.Name, k.backTo(key, n.Slot, a.Fn.FreeVars)
				if a.Fn.Recv != nil {
					n.Meth, n.Val = true, a.Fn.Recv.Path
				}
			}
		}
		if !n.Slot.Known() && (n.Fn == write.Fn || n.Fn == "") && !(n.Val.Outer() && n.Val.Path == "" && n.Val.Types == "") {
			continue // nothing of ours in it
		}
		k.add(key, made, n)
	}
}

// path translates an access path; a result of the called function is the value of the call.
func (k *heapAnalysis) path(env environment, p syncop.AccessPath, result *ssa.Call) syncop.AccessPath {
	if !strings.HasPrefix(p.Root, "R") {
		return env.path(p)
	}
	if result == nil {
		return p.Forget()
	}
	if v := resultValue(result, int(p.Root[1]-'0'), result.Call.Signature().Results().Len()); v != nil {
		p.Root = "L" + v.Name()
		return p
	}
	return p.Forget()
}
