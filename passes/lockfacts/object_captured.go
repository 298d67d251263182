package lockfacts

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// declaredAs returns what a captured variable is in the function that declares it, or nil.
func declaredAs(v ssa.Value) ssa.Value {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			return v
		}
		if v = syncop.Captured(free); v == nil {
			return nil
		}
	}
}

// funcInVariable returns what a captured variable holds, when that is one function, and
// which function it is.
func funcInVariable(v *ssa.FreeVar) (value ssa.Value, fn *ssa.Function) {
	cell, ok := declaredAs(v).(*ssa.Alloc)
	if !ok {
		return nil, nil
	}
	switch value := syncop.OnlyObject(cell).(type) {
	case *ssa.MakeClosure:
		return value, value.Fn.(*ssa.Function)
	case *ssa.Function:
		return value, value
	}
	return nil, nil
}

// capturedFunc returns the function that a captured variable holds, in the words of the
// literal that captures it. A literal may capture more than its caller does: where
// it uses such a variable, the call stays open for the function that makes both.
func (w *walker) capturedFunc(v *ssa.FreeVar) []*FuncVal {
	value, fn := funcInVariable(v)
	if fn == nil {
		return nil
	}
	fv, ok := w.madeAround(value, fn)
	if !ok {
		return nil
	}
	return []*FuncVal{fv}
}

// madeAround describes a function value that a function around this one makes, or another
// literal of that, and reports whether all captured variables that matter are known here.
func (w *walker) madeAround(value ssa.Value, fn *ssa.Function) (fv *FuncVal, ok bool) {
	mc, ok := value.(*ssa.MakeClosure)
	if !ok {
		return &FuncVal{Name: w.pkg.key(fn)}, true
	}
	if obj, isMethod := fn.Object().(*types.Func); isMethod && fn.Parent() == nil {
		if r := obj.Signature().Recv(); r == nil || types.IsInterface(r.Type()) {
			return nil, false
		}
		recv, ok := w.inward(mc.Bindings[0])
		return &FuncVal{Name: syncop.ObjectKey(obj), Recv: &recv}, ok
	}
	fv, ok = &FuncVal{Name: w.pkg.key(fn)}, true
	for i, b := range mc.Bindings {
		a, known := w.inward(b)
		fv.FreeVars = append(fv.FreeVars, a)
		ok = ok && (known || !w.pkg.whole(fv.Name).uses(i))
	}
	return fv, ok
}

// inward describes a value of a function around this one in the words of this one, and
// reports whether it could be told: by a variable that it captures as well.
func (w *walker) inward(v ssa.Value) (a Arg, ok bool) {
	if v = declaredAs(v); v == nil || v.Parent() == nil {
		return a, false
	}
	frame := w.pkg.frame(v.Parent())
	outer := frame.AccessPath(v)
	a = Arg{Path: outer.Forget(), typ: syncop.ConcreteType(v)}
	for _, free := range w.fn.FreeVars {
		own := declaredAs(free)
		if own == v {
			a.Path = w.frame.AccessPath(free)
			return a, true
		}
		cell, isVariable := own.(*ssa.Alloc)
		if !isVariable || cell.Parent() != v.Parent() {
			continue
		}
		if only := syncop.OnlyObject(cell); only != nil {
			p := frame.AccessPath(only)
			if rest, below := strings.CutPrefix(outer.Path, p.Path); below && p.Known() && p.Root == outer.Root {
				a.Path = outer
				a.Path.Root, a.Path.Path = w.frame.AccessPath(free).Root, "->"+rest
				return a, true
			}
		}
	}
	return a, outer.Root == "G"
}

// mayHoldAround is mayHold for a captured variable: the values that the function that declares it
// assigns to it, or a literal in that.
func (w *walker) mayHoldAround(v *ssa.FreeVar) []*FuncVal {
	cell, ok := declaredAs(v).(*ssa.Alloc)
	if !ok {
		return nil
	}
	var list []*FuncVal
	for _, value := range assigned(cell, 0) {
		fn, _ := value.(*ssa.Function)
		if mc, ok := value.(*ssa.MakeClosure); ok {
			fn = mc.Fn.(*ssa.Function)
		}
		if fn == nil {
			continue
		}
		if fv, _ := w.madeAround(value, fn); fv != nil {
			list = append(list, fv)
		}
	}
	return list
}

// assigned returns what is assigned to a variable, also by literals that capture it.
func assigned(cell ssa.Value, depth int) []ssa.Value {
	if cell.Referrers() == nil || depth > maxNesting {
		return nil
	}
	var list []ssa.Value
	for _, r := range *cell.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == cell {
				list = append(list, r.Val)
			}
		case *ssa.MakeClosure:
			if i := slices.Index(r.Bindings, cell); i >= 0 {
				list = append(list, assigned(r.Fn.(*ssa.Function).FreeVars[i], depth+1)...)
			}
		}
	}
	return list
}

// uses reports whether a function uses its i-th captured variable.
func (s *Summary) uses(i int) bool {
	if s == nil {
		return false
	}
	root := "F" + strconv.Itoa(i)
	isHeld := func(h HeldLock) bool { return h.Lock.Root == root }
	isFreed := func(u Released) bool { return u.Lock.Root == root }
	return slices.ContainsFunc(s.Events, func(ev Event) bool {
		return ev.Obj.Root == root || ev.Dynamic != nil && ev.Dynamic.Recv.Root == root || slices.ContainsFunc(ev.Held, isHeld) || slices.ContainsFunc(ev.Released, isFreed)
	}) || slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Net, isHeld) || slices.ContainsFunc(o.Released, isFreed)
	})
}

// capturesReceiver reports whether what a literal captures as its i-th variable is the receiver of
// the method that it stands in.
func capturesReceiver(fn *ssa.Function, i int) bool {
	if i < 0 || i >= len(fn.FreeVars) {
		return false
	}
	v := declaredAs(fn.FreeVars[i])
	if cell, ok := v.(*ssa.Alloc); ok {
		v = syncop.OnlyObject(cell)
	}
	recv, ok := v.(*ssa.Parameter)
	return ok && recv.Parent().Signature.Recv() != nil && recv.Parent().Params[0] == recv
}
