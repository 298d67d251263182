package alias

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/deadlocklint/deadlocklint/pointer"
)

// lendsInstances reports whether code outside of the program can get a value of an instance of a generic type that is not
// exported. That code may call its methods, which are no roots.
func lendsInstances(conf *pointer.Config) bool {
	l := &lent{own: map[*types.Package]bool{}}
	for _, pkg := range conf.Mains {
		l.own[pkg.Pkg] = true
	}
	for _, fn := range conf.Roots {
		l.visit(fn.Signature)
		if recv := fn.Signature.Recv(); recv != nil {
			l.visit(recv.Type())
		}
	}
	for _, t := range conf.Open {
		l.visit(t)
	}
	return l.found
}

// lent goes through the types that are reached from exported declarations.
type lent struct {
	own   map[*types.Package]bool // packages with bodies
	seen  typeutil.Map
	found bool
}

func (l *lent) visit(t types.Type) {
	t = types.Unalias(t)
	if l.found || l.seen.At(t) != nil {
		return
	}
	l.seen.Set(t, true)
	switch t := t.(type) {
	case *types.Named:
		l.named(t)
	case *types.Signature:
		l.visit(t.Params())
		l.visit(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			l.visit(v.Type())
		}
	case *types.Interface:
		for m := range t.Methods() {
			l.visit(m.Type())
		}
	case *types.Struct:
		l.fields(t)
	case *types.Map:
		l.visit(t.Key())
		l.visit(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		l.visit(t.Elem())
	}
}

// named goes on to the parts of a type, and to the parameters and results of its methods.
func (l *lent) named(t *types.Named) {
	methods := slices.DeleteFunc(slices.Collect(t.Methods()), func(m *types.Func) bool { return !m.Exported() })
	if t.TypeArgs().Len() > 0 && !t.Obj().Exported() && len(methods) > 0 && l.own[t.Obj().Pkg()] {
		l.found = true
		return
	}
	for arg := range t.TypeArgs().Types() {
		l.visit(arg)
	}
	for _, m := range methods {
		l.visit(m.Type())
	}
	l.visit(t.Underlying())
}

func (l *lent) fields(t *types.Struct) {
	for f := range t.Fields() {
		if f.Exported() || f.Embedded() {
			l.visit(f.Type())
		}
	}
}
