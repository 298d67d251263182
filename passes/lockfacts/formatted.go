package lockfacts

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// What writes a value as text finds methods of it by reflection, and calls them before it returns:
//
//	fmt.Sprintf("%v", s)  // s.String()
//	json.Marshal(s)       // s.MarshalJSON()
//
// Only values are followed of which the call shows the type. Packages that stand in for encoding/json have
// its name at the end of theirs, and its functions. That a value is written with what it contains is not followed.

// formatted returns the methods that a call finds by reflection in what it is given.
func (w *walker) formatted(common *ssa.CallCommon) []*FuncVal {
	fn, ok := common.Value.(*ssa.Function)
	if !ok || fn.Pkg == nil {
		return nil
	}
	switch pkg := fn.Pkg.Pkg; {
	case pkg.Path() == "fmt" || pkg.Path() == "log":
		return w.printed(fn, common.Args)
	case strings.HasSuffix(pkg.Name(), "json") && isEncoder(fn):
		for _, v := range common.Args {
			if fv := w.methodNamed(v, "MarshalJSON", "MarshalText"); fv != nil {
				return []*FuncVal{fv}
			}
		}
	}
	return nil
}

// isEncoder reports whether a function of such a package encodes a value that it is given.
func isEncoder(fn *ssa.Function) bool {
	return slices.Contains([]string{"Marshal", "MarshalIndent", "MarshalToString", "Encode"}, fn.Name())
}

// printed returns the methods by which arguments are printed.
func (w *walker) printed(fn *ssa.Function, args []ssa.Value) []*FuncVal {
	if !fn.Signature.Variadic() || strings.Contains(fn.Name(), "can") { // Sscan and the like
		return nil
	}
	values := listed(args[len(args)-1])
	verbs := strings.Repeat("v", len(values))
	if strings.HasSuffix(fn.Name(), "f") {
		verbs = verbsOf(args[len(args)-2])
	}
	var list []*FuncVal
	for i := range min(len(values), len(verbs)) {
		if values[i] == nil || !strings.ContainsRune("vsxXq", rune(verbs[i])) {
			continue
		}
		if fv := w.methodNamed(values[i], "Format", "Error", "String"); fv != nil {
			list = append(list, fv)
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
	in := false
	for _, r := range constant.StringVal(c.Value) {
		switch {
		case !in:
			in = r == '%'
		case r == '[':
			return "" // arguments by number
		case r == '*':
			verbs.WriteByte('*')
		case r == '%':
			in = false
		case !strings.ContainsRune("+-# 0123456789.", r):
			verbs.WriteRune(r)
			in = false
		}
	}
	return verbs.String()
}

// methodNamed returns the first of some methods that a value has of which the type is known.
func (w *walker) methodNamed(v ssa.Value, names ...string) *FuncVal {
	t := syncop.ConcreteType(v)
	if t == nil || types.IsInterface(t) {
		return nil
	}
	if _, basic := types.Unalias(t).(*types.Basic); basic {
		return nil
	}
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if m, ok := obj.(*types.Func); ok {
			if fv, ok := methodOf(t, m, w.arg(v)); ok {
				return fv
			}
		}
	}
	return nil
}
