package lockfacts

import "golang.org/x/tools/go/ssa"

// A function may return what it has found, or another object that holds it:
//
//	src, err := inner.Resolve(name)
//	if err != nil || src == None {
//		return src, err
//	}
//	return &cache{src: src}, nil
//
// Both are its result, and they are two objects: none holds itself.

// withoutWrapped drops the registers that are put into a field of an object which becomes the same result.
func withoutWrapped(fn *ssa.Function, made map[string]string) map[string]string {
	if len(made) < 2 {
		return made
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			val := st.Val
			if mi, ok := val.(*ssa.MakeInterface); ok {
				val = mi.X
			}
			result := made["L"+val.Name()]
			if fa, ok := st.Addr.(*ssa.FieldAddr); ok && result != "" && fa.X != val && made["L"+fa.X.Name()] == result {
				delete(made, "L"+val.Name())
			}
		}
	}
	return made
}
