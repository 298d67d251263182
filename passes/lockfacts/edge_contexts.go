package lockfacts

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Thread contexts that no go statement starts.
const (
	contextAny  = "*"    // any goroutine, and several at once
	contextMain = "main" // the goroutine of main, of init, or of a test
)

// maxContexts bounds the list; more are any.
const maxContexts = 6

// A Gate is a lock that is held around something.
type Gate struct {
	Node string
	Read bool
	Path string // in the function that has it around itself; "" for a lock of callers alone
	Pos  string // where it is acquired, as that of a [Site]; "" where that is not known
}

// Lock is the lock that a gate is.
func (g Gate) Lock() Lock {
	return Lock{Node: g.Node, Path: g.Path, Read: g.Read, Site: Site{Pos: g.Pos}}
}

// gateOf is a held lock as a gate.
func gateOf(h *HeldLock) Gate {
	return Gate{Node: h.Lock.Node(), Read: h.Read, Path: h.Lock.String(), Pos: h.Site.Pos}
}

// sameGate reports whether two gates are locks of one class, held in one mode.
func sameGate(g Gate) func(Gate) bool {
	return func(o Gate) bool { return o.Node == g.Node && o.Read == g.Read }
}

// Parallel reports whether an operation in the thread contexts a may happen in parallel with
// an operation in the thread contexts b. The two are in different goroutines.
func Parallel(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if overlap(x, y) {
				return true
			}
		}
	}
	return false
}

// contexts finds out in which goroutines each function may run.
func (a *analyzer) contexts(funcs []*Func) {
	r := newContextSets(funcs, a.parallelTests(funcs))
	for _, f := range funcs {
		if context := a.entry(f); context != "" {
			r.add(f.Key, context)
			f.entered = true
		}
	}
	escaping := a.escaping(funcs, a.pass.Pkg.Name() != "main")
	markEntered(funcs, escaping)
	for _, key := range escaping {
		if r.own[key] == "" {
			r.of[key] = r.none()
			r.add(key, contextAny)
		}
	}
	a.interfaceContexts(funcs, r)
	r.spread(funcs)
	for _, f := range funcs {
		f.Contexts = r.list(f.Key)
		if len(f.Contexts) > maxContexts {
			f.Contexts = []string{contextAny}
		}
	}
}

// interfaceContexts gives the methods of package main that are called through
// interfaces the thread contexts that there are.
func (a *analyzer) interfaceContexts(funcs []*Func, r *contextSets) {
	if a.pass.Pkg.Name() != "main" {
		return
	}
	context := contextMain
	for _, f := range funcs {
		if len(f.starts) > 0 {
			context = contextAny
		}
	}
	escaping := a.escaping(funcs, true)
	markEntered(funcs, escaping)
	for _, key := range escaping {
		if r.of[key] == nil {
			r.add(key, context)
		}
	}
}

// markEntered notes the functions where control comes into the package.
func markEntered(funcs []*Func, keys []string) {
	known := map[string]bool{}
	for _, key := range keys {
		known[key] = true
	}
	for _, f := range funcs {
		f.entered = f.entered || known[f.Key]
	}
}

// parallelTests are the thread contexts of the functions that are parallel tests, by key.
func (a *analyzer) parallelTests(funcs []*Func) map[string]string {
	own := map[string]string{}
	for _, f := range funcs {
		if !a.inTestFile(f.Fn) || f.Fn.Parent() == nil && !a.isOnlyTest(f.Fn) {
			continue
		}
		if context := parallelContext(f); context != "" {
			own[f.Key] = context
		}
	}
	return own
}

// overlap reports whether two thread contexts are goroutines that may run at the same time.
func overlap(x, y string) bool {
	switch inX, inY := strings.HasPrefix(x, contextParallel), strings.HasPrefix(y, contextParallel); {
	case inX && inY:
		return x != y && testOf(x) == testOf(y)
	case inX && y == contextMain, inY && x == contextMain:
		return false
	}
	return x != y || isMany(x)
}

// entry returns the thread context of a function that is called from outside of the
// package, or "".
func (a *analyzer) entry(f *Func) string {
	fn := f.Fn
	if fn.Parent() != nil {
		return ""
	}
	name := fn.Name()
	recv := fn.Signature.Recv()
	switch {
	case recv == nil && (strings.HasPrefix(name, "init") && fn.Object() == nil || name == "init" || strings.HasPrefix(name, "init#")):
		return contextMain
	case recv == nil && name == "main" && a.pass.Pkg.Name() == "main":
		return contextMain
	case a.inTestFile(fn):
		if a.isTest(fn) {
			return contextMain
		}
		return ""
	case a.pass.Pkg.Name() == "main":
		return ""
	case ast.IsExported(name):
		return contextAny
	}
	return ""
}

// escaping returns the functions whose value escapes, also where a called function stores it. With methods set, these
// are also the methods of a type that is converted to an interface. Any function may call them. (In package main all
// callers are known, and a method called through an interface runs where the interface is called.)
func (a *analyzer) escaping(funcs []*Func, methods bool) []string {
	known := map[string]bool{}
	var list []string
	add := func(key string) {
		if !known[key] {
			known[key] = true
			list = append(list, key)
		}
	}
	for _, writes := range a.stores {
		for _, k := range writes {
			if k.Fn != "" {
				add(k.Fn)
			}
		}
	}
	for _, f := range funcs {
		for _, k := range f.stored {
			add(k)
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				a.escapes(in, methods, add)
			}
		}
	}
	return list
}

func (a *analyzer) escapes(in ssa.Instruction, methods bool, add func(string)) {
	if call, ok := in.(ssa.CallInstruction); ok && methods {
		a.instanceMethods(call.Common(), add)
	}
	var escaped ssa.Value
	switch in := in.(type) {
	case *ssa.Store:
		if al, ok := in.Addr.(*ssa.Alloc); !ok || syncop.OnlyStore(al) == nil {
			escaped = in.Val
		}
	case *ssa.MapUpdate:
		escaped = in.Value
	case *ssa.Send:
		escaped = in.X
	case *ssa.MakeInterface:
		escaped = in.X
		if methods {
			a.convertedMethods(in.X.Type(), add)
			a.reflectedMethods(in.X.Type(), 0, add)
		}
	case *ssa.Return:
		for _, r := range in.Results {
			addFunction(r, add)
		}
	}
	if escaped != nil {
		addFunction(escaped, add)
	}
}

func addFunction(v ssa.Value, add func(string)) {
	switch v := v.(type) {
	case *ssa.Function:
		add(syncop.Key(v))
	case *ssa.MakeClosure:
		add(syncop.Key(v.Fn.(*ssa.Function)))
	case *ssa.ChangeType:
		addFunction(v.X, add)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if _, again := e.(*ssa.Phi); !again {
				addFunction(e, add)
			}
		}
	}
}

func (a *analyzer) convertedMethods(t types.Type, add func(string)) {
	n, ok := types.Unalias(syncop.Elem(t)).(*types.Named)
	if !ok || n.Obj().Pkg() != a.pass.Pkg {
		return
	}
	for i := range n.NumMethods() {
		if m := n.Method(i); m.Exported() || a.invoked()[m.Name()] {
			add(syncop.ObjectKey(m))
		}
	}
}

// startsInLoops returns which go statements, by position, are in a loop.
func startsInLoops(funcs []*Func) map[string]bool {
	loops := map[string]bool{}
	for _, f := range funcs {
		for _, s := range f.starts {
			loops[s.pos] = loops[s.pos] || s.many
		}
	}
	return loops
}

// invoked returns the names of the methods that the package calls through
// interfaces: no other package can call an unexported method.
func (a *analyzer) invoked() map[string]bool {
	if a.invokes != nil {
		return a.invokes
	}
	a.invokes = map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
					a.invokes[call.Common().Method.Name()] = true
				}
			}
		}
	}
	return a.invokes
}

// callers finds the locks that all callers of a function hold, the flags that all of them have tested, and the locks that all
// of them may have acquired before. A function with unknown callers
// has none, and neither has a function that is started as a goroutine.
func (a *analyzer) callers(funcs []*Func) {
	open := map[string]bool{}
	for _, key := range a.escaping(funcs, true) {
		open[key] = true
	}
	for _, f := range funcs {
		open[f.Key] = open[f.Key] || a.entry(f) != "" && !a.isInternal(f.Fn)
		for _, s := range f.starts {
			open[s.callee] = true
		}
	}
	gates, guards, before := gatesInwards(funcs, open), guardsInwards(funcs, open), beforeCalls(funcs, open)
	for _, f := range funcs {
		f.Gates, f.Guards, f.Before = gates[f.Key], guards[f.Key], before[f.Key]
	}
}

// gatesInwards returns the locks that are held at every call of a function. Lists grow only, and without
// repetitions, so that it ends when no list is longer than before.
func gatesInwards(funcs []*Func, open map[string]bool) map[string][]Gate {
	all := map[string][]Gate{}
	for {
		next := map[string][]Gate{}
		for _, f := range funcs {
			for i := range f.calls {
				c := &f.calls[i]
				if open[c.callee] {
					continue
				}
				now := gatesOf(c.held)
				for _, g := range f.around(all[f.Key], c.released) {
					if !slices.ContainsFunc(now, sameGate(g)) {
						now = append(now, Gate{Node: g.Node, Read: g.Read})
					}
				}
				if old, ok := next[c.callee]; ok {
					now = slices.DeleteFunc(slices.Clone(old), func(g Gate) bool { return !slices.ContainsFunc(now, sameGate(g)) })
				}
				next[c.callee] = now
			}
		}
		if maps.EqualFunc(all, next, func(a, b []Gate) bool { return len(a) == len(b) }) {
			return all
		}
		all = next
	}
}

// around is outerGates while the gates are still looked for.
func (f *Func) around(gates []Gate, released []Released) []Gate {
	g := *f
	g.Gates = gates
	return g.outerGates(released)
}

func gatesOf(held []HeldLock) []Gate {
	var gates []Gate
	for _, h := range held {
		if n := h.Lock.Node(); n != "" {
			gates = append(gates, Gate{Node: n, Read: h.Read})
		}
	}
	return gates
}

// Some methods are called without a call in the package: package fmt and the encoders find them by reflection, also
// those of elements and fields, and a generic function calls those of its type arguments.

// maxReflected is how deep a type stands in the type that is converted to an interface.
const maxReflected = 4

// reflectedNames are the methods that the standard library asks elements and fields for.
var reflectedNames = []string{
	"String", "GoString", "Error", "Format", "LogValue", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText",
	"MarshalXML", "UnmarshalXML", "MarshalBinary", "UnmarshalBinary", "GobEncode", "GobDecode",
}

// reflectedMethods adds such methods of the elements and exported fields of a type.
func (a *analyzer) reflectedMethods(t types.Type, depth int, add func(string)) {
	if depth > maxReflected {
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == a.pass.Pkg && depth > 0 {
		for m := range n.Methods() {
			if slices.Contains(reflectedNames, m.Name()) {
				add(syncop.ObjectKey(m))
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		a.reflectedMethods(u.Key(), depth+1, add)
		a.reflectedMethods(u.Elem(), depth+1, add)
	case interface{ Elem() types.Type }: // a pointer, slice, array, or channel
		a.reflectedMethods(u.Elem(), depth+1, add)
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() {
				a.reflectedMethods(f.Type(), depth+1, add)
			}
		}
	}
}

// instanceMethods adds the methods that a generic function may call of its type arguments.
func (a *analyzer) instanceMethods(call *ssa.CallCommon, add func(string)) {
	if fn := call.StaticCallee(); fn != nil {
		for _, t := range fn.TypeArgs() {
			a.convertedMethods(t, add)
		}
	}
}

// outerGates are the locks that are held around all of the function and that it has
// not released: those of all its callers, and those that it releases at its end.
func (f *Func) outerGates(released []Released) []Gate {
	var list []Gate
	for _, u := range f.entry {
		if !slices.ContainsFunc(released, func(v Released) bool { return v.Lock.Same(u.Lock) }) {
			list = append(list, Gate{Node: u.Lock.Node(), Read: u.Read, Path: u.Lock.String()})
		}
	}
	for _, g := range f.Gates {
		if !slices.ContainsFunc(list, sameGate(g)) && !slices.ContainsFunc(released, func(v Released) bool { return v.Lock.Node() == g.Node }) {
			list = append(list, g)
		}
	}
	return list
}

// entryLocks are the locks that the function releases wherever it returns, and
// has not taken itself.
func entryLocks(exits []Exit) []Released {
	if len(exits) == 0 {
		return nil
	}
	var list []Released
	for _, u := range exits[0].Released {
		if !u.Once && u.Lock.Outer() && u.Lock.Node() != "" && !slices.ContainsFunc(exits, func(e Exit) bool { return !slices.Contains(e.Released, u) }) {
			list = append(list, u)
		}
	}
	return list
}
