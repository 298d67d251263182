package callback

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// hooks are the functions that a package leaves to its users.
type hooks struct {
	r     *lockfacts.Reporter
	known map[string]string // key and field of an unresolved call -> what to call it, or ""
}

func newHooks(r *lockfacts.Reporter) *hooks { return &hooks{r, map[string]string{}} }

// name is the name for the target of an unresolved call, when a user provides it.
func (h *hooks) name(d *lockfacts.DynamicCall) string {
	id := d.Key + " " + d.Field
	name, ok := h.known[id]
	if !ok {
		name = h.find(d)
		h.known[id] = name
	}
	return name
}

func (h *hooks) find(d *lockfacts.DynamicCall) string {
	if rest, ok := strings.CutPrefix(d.Key, "I:"); ok {
		return h.method(rest, d.Field)
	}
	if class, ok := strings.CutPrefix(d.Key, "F:"); ok && class != "" && h.r.Facts.GivenByUsers(class) {
		return lockfacts.ShortClass(class)
	}
	return ""
}

// gave reports whether a hook that is called after a call belongs to the object that the call is
// made through, or to its caller.
func (h *hooks) gave(call, hook *lockfacts.DynamicCall) bool {
	through, class := call.Field, hook.Field
	if f, ok := strings.CutPrefix(call.Key, "F:"); ok {
		through = f
	}
	if f, ok := strings.CutPrefix(hook.Key, "F:"); ok {
		class = f
	}
	return through != "" && typeOf(through) == typeOf(class) || h.r.Facts.GivenBehind(through, class)
}

// typeOf is the type that has a field.
func typeOf(class string) string { return class[:max(strings.LastIndexByte(class, '.'), 0)] }

// method is a method of an interface that only users implement, or of a value that they have
// put into the field: "pkg.Iface.Method".
func (h *hooks) method(key, field string) string {
	dot := strings.LastIndexByte(key, '.')
	path, method := key[:dot], key[dot+1:]
	dot = strings.LastIndexByte(path, '.')
	path, name := path[:dot], path[dot+1:]
	if path != syncop.PackagePath(h.r.Pass.Pkg) || !token.IsExported(name) {
		return ""
	}
	obj, ok := h.r.Pass.Pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return ""
	}
	it, ok := obj.Type().Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 || isFormatting(it, method) || isClosed(it) || h.isImplemented(it) && !h.r.Facts.GivenByUsers(field) {
		return ""
	}
	return h.r.Pass.Pkg.Name() + "." + name + "." + method
}

// isClosed reports whether no other package can implement an interface: it has a method
// that is not exported.
func isClosed(it *types.Interface) bool {
	for i := range it.NumMethods() {
		if !it.Method(i).Exported() {
			return true
		}
	}
	return false
}

// isFormatting reports whether a method takes arguments of any type.
func isFormatting(it *types.Interface, method string) bool {
	for i := range it.NumMethods() {
		m := it.Method(i)
		if m.Name() != method || !m.Signature().Variadic() {
			continue
		}
		params := m.Signature().Params()
		elem := params.At(params.Len() - 1).Type().Underlying().(*types.Slice).Elem()
		any, ok := elem.Underlying().(*types.Interface)
		return ok && any.NumMethods() == 0
	}
	return false
}

// isImplemented reports whether a type of the package has the methods, tests aside.
func (h *hooks) isImplemented(it *types.Interface) bool {
	scope := h.r.Pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) || strings.HasSuffix(h.r.Pass.Fset.Position(obj.Pos()).Filename, "_test.go") {
			continue
		}
		if n, ok := obj.Type().(*types.Named); ok && n.TypeParams().Len() == 0 && types.Implements(types.NewPointer(n), it) {
			return true
		}
	}
	return false
}
