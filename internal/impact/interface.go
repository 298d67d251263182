package impact

import "go/types"

// An interfaceCall is a method of an interface that a changed line calls. Methods are compared by name and by the text of their
// signatures, since a type from export data is another one than that from source.
type interfaceCall struct {
	method string
	all    map[string]string // signatures of all methods of the interface
}

// noteInterface notes a method of an interface.
func (c *change) noteInterface(fn *types.Func) {
	recv := fn.Signature().Recv()
	if recv == nil {
		return
	}
	i, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return
	}
	all := map[string]string{}
	for m := range i.Methods() {
		all[m.Name()] = signature(m)
	}
	c.called = append(c.called, interfaceCall{fn.Name(), all})
}

// implements reports whether a call through an interface, on a changed line, may reach a method.
func (c *change) implements(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	for _, to := range c.called {
		if to.method == fn.Name() && hasAll(fn.Signature().Recv().Type(), to.all) {
			return true
		}
	}
	return false
}

// hasAll reports whether a type, or a pointer to it, has all methods.
func hasAll(t types.Type, all map[string]string) bool {
	if _, ok := t.(*types.Pointer); !ok {
		t = types.NewPointer(t)
	}
	found := 0
	for s := range types.NewMethodSet(t).Methods() {
		if m, ok := s.Obj().(*types.Func); ok && all[m.Name()] == signature(m) {
			found++
		}
	}
	return found == len(all)
}

// signature is the text of a signature, with the paths of packages and no names of parameters.
func signature(m *types.Func) string {
	s := m.Signature()
	return types.TypeString(unnamed(s.Params()), nil) + types.TypeString(unnamed(s.Results()), nil)
}

// unnamed are parameters without names.
func unnamed(t *types.Tuple) *types.Tuple {
	var list []*types.Var
	for v := range t.Variables() {
		list = append(list, types.NewParam(0, nil, "", v.Type()))
	}
	return types.NewTuple(list...)
}
