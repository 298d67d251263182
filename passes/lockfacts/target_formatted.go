package lockfacts

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A function that writes a value as text finds methods of it by reflection, and calls them before it returns:
//
//	fmt.Sprintf("%v", s)  // s.String()
//	json.Marshal(s)       // s.MarshalJSON()
//
// Only values are followed of which the call shows the type. A function that gets a format and a list of values, and
// has a name like Printf, prints them as that does: so it is with loggers. Packages that stand in for encoding/json have
// its name and its functions. Values inside a written value are not followed.

// A writtenValue is a value that a call writes as text, and the method that finds out how.
type writtenValue struct {
	value  ssa.Value
	typ    types.Type
	method *types.Func
}

// formatted returns the methods that a call of the function finds by reflection in its arguments.
func (w *walker) formatted(common *ssa.CallCommon) []*FuncVal {
	var list []*FuncVal
	for _, v := range writtenBy(common) {
		if fv, ok := methodOf(v.typ, v.method, w.arg(v.value)); ok {
			list = append(list, fv)
		}
	}
	return list
}

// writtenBy returns the values with such methods that a call of any function writes.
func writtenBy(common *ssa.CallCommon) []writtenValue {
	name, pkg := calledName(common)
	switch {
	case pkg == nil:
		return nil
	case isPrintf(name, common.Signature()):
		return printed(listed(lastOf(common.Args, 0)), verbsOf(lastOf(common.Args, 1)))
	case (pkg.Path() == "fmt" || pkg.Path() == "log") && isPrint(name, common.Signature()):
		values := listed(lastOf(common.Args, 0))
		return printed(values, strings.Repeat("v", len(values)))
	case pkg.Name() == "json" && isEncoder(name):
		for _, v := range common.Args {
			if found, ok := writtenAs(v, "MarshalJSON", "MarshalText"); ok {
				return []writtenValue{found}
			}
		}
	}
	return nil
}

// calledName is the name of the function or the method that is called, with its package.
func calledName(common *ssa.CallCommon) (string, *types.Package) {
	if common.IsInvoke() {
		return common.Method.Name(), common.Method.Pkg()
	}
	if fn, ok := common.Value.(*ssa.Function); ok && fn.Pkg != nil {
		return fn.Name(), fn.Pkg.Pkg
	}
	return "", nil
}

// isPrintf reports whether a function prints values as a format says, at once.
func isPrintf(name string, sig *types.Signature) bool {
	n := sig.Params().Len()
	if !isPrint(name, sig) || n < 2 || !strings.HasSuffix(name, "f") || strings.HasPrefix(name, "Lazy") {
		return false
	}
	b, ok := sig.Params().At(n - 2).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

// isPrint reports whether a function has a list of any values to print: Sscan and the like have one to be filled.
func isPrint(name string, sig *types.Signature) bool {
	if !sig.Variadic() || strings.Contains(strings.ToLower(name), "scan") {
		return false
	}
	list, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && types.IsInterface(list.Elem())
}

// isEncoder reports whether a function of such a package encodes a value that it is given.
func isEncoder(name string) bool {
	return slices.Contains([]string{"Marshal", "MarshalIndent", "MarshalToString", "Encode"}, name)
}

func lastOf(args []ssa.Value, before int) ssa.Value { return args[len(args)-1-before] }

// printed returns the values that are printed by a method, each by its verb.
func printed(values []ssa.Value, verbs string) []writtenValue {
	var list []writtenValue
	for i := range min(len(values), len(verbs)) {
		if values[i] == nil || !strings.ContainsRune("vsxXqw", rune(verbs[i])) {
			continue
		}
		if found, ok := writtenAs(values[i], "Format", "Error", "String"); ok {
			list = append(list, found)
		}
	}
	return list
}

// listed returns what is stored in the elements of a list that is made for a call.
func listed(v ssa.Value) []ssa.Value {
	slice, ok := v.(*ssa.Slice)
	if !ok || slice.X.Referrers() == nil {
		return nil
	}
	var list []ssa.Value
	for _, r := range *slice.X.Referrers() {
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i, ok := at.Index.(*ssa.Const)
		if !ok || at.Referrers() == nil {
			return nil
		}
		for _, r := range *at.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == at {
				n := int(i.Int64())
				list = append(list, make([]ssa.Value, max(0, n+1-len(list)))...)
				list[n] = st.Val
			}
		}
	}
	return list
}

// verbsOf returns the verb of each argument of a constant format, or "". A width that is an argument has the verb "*".
func verbsOf(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return ""
	}
	var verbs strings.Builder
	in, sharp := false, false
	for _, r := range constant.StringVal(c.Value) {
		switch {
		case !in:
			in = r == '%'
		case r == '[':
			return "" // arguments by number
		case r == '*':
			verbs.WriteByte('*')
		case r == '#': // as Go writes it, which asks neither String nor Error
			sharp = true
		case r == '%':
			in, sharp = false, false
		case !strings.ContainsRune("+- 0123456789.", r):
			if sharp && r == 'v' {
				r = '#'
			}
			verbs.WriteRune(r)
			in, sharp = false, false
		}
	}
	return verbs.String()
}

// writtenAs returns the first of some methods that a value has of which the type is known.
func writtenAs(v ssa.Value, names ...string) (writtenValue, bool) {
	t := syncop.ConcreteType(v)
	if t == nil || types.IsInterface(t) {
		return writtenValue{}, false
	}
	if _, basic := types.Unalias(t).(*types.Basic); basic {
		return writtenValue{}, false
	}
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if m, ok := obj.(*types.Func); ok && writesText(m) {
			return writtenValue{v, t, m}, true
		}
	}
	return writtenValue{}, false
}

// writesText reports whether a method has the parameters and results with which it is found.
func writesText(m *types.Func) bool {
	in, out := m.Signature().Params().Len(), m.Signature().Results()
	switch m.Name() {
	case "Format":
		return in == 2 && out.Len() == 0
	case "MarshalJSON", "MarshalText":
		return in == 0 && out.Len() == 2
	}
	return in == 0 && out.Len() == 1 && types.Identical(out.At(0).Type(), types.Typ[types.String])
}

// Functions of the standard library call methods of an argument before they return:
//
//	sort.Sort(t)           // t.Len(), t.Less(i, j), t.Swap(i, j)
//	heap.Push(&q.tasks, x) // q.tasks.Push(x), q.tasks.Less(i, j), …
//	fmt.Fprintln(l, "up")  // l.Write(…)
//
// Only values are followed of which the call shows the type.

// asked are the methods that a function calls of its first argument.
var asked = map[string]string{
	"sort.Sort": "Len Less Swap", "sort.Stable": "Len Less Swap", "sort.IsSorted": "Len Less",
	"container/heap.Init": "Len Less Swap", "container/heap.Fix": "Len Less Swap", "container/heap.Push": "Push Len Less Swap",
	"container/heap.Pop": "Len Less Swap Pop", "container/heap.Remove": "Len Less Swap Pop",
	"fmt.Fprint": "Write", "fmt.Fprintf": "Write", "fmt.Fprintln": "Write",
}

// askedOf returns the methods of its first argument that a function of the standard library calls.
func (w *walker) askedOf(common *ssa.CallCommon) []*FuncVal {
	name, pkg := calledName(common)
	if pkg == nil || common.IsInvoke() || len(common.Args) == 0 {
		return nil
	}
	names := asked[pkg.Path()+"."+name]
	t := syncop.ConcreteType(common.Args[0])
	if names == "" || t == nil || types.IsInterface(t) {
		return nil
	}
	var list []*FuncVal
	for _, name := range strings.Fields(names) {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if m, ok := obj.(*types.Func); ok {
			if fv, ok := methodOf(t, m, w.arg(common.Args[0])); ok {
				list = append(list, fv)
			}
		}
	}
	return list
}
