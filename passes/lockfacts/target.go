package lockfacts

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// maxTargets is how many targets a call may have for us to believe that it can
// reach each of them.
const maxTargets = 8

// A target is a function that an unresolved call may reach.
type target struct {
	key   string
	recv  *Arg
	bound bool     // a method value: recv is the bound receiver, not the variable of the call
	back  string   // see backTo
	in    []string // the fields that hold the objects which have it, or nil: see within
}

// targets returns what a dynamic call may call, or nothing when that is too
// much to mean anything.
func (a *analyzer) targets(key string) []target {
	if list, ok := a.reachable[key]; ok {
		return list
	}
	list := a.candidates(key)
	if len(list) > maxTargets {
		list = nil
	}
	a.reachable[key] = list
	return list
}

func (a *analyzer) candidates(key string) []target {
	if strings.HasPrefix(key, "F:") {
		return functions(a.known.Stores[key])
	}
	return a.implementations(key)
}

func (a *analyzer) implementations(key string) []target {
	if a.implementers == nil || a.implementers.n != len(a.known.Implementations) {
		a.implementers = newImplementers(&a.known.content)
	}
	return a.implementers.targets(nil, key)
}

// implementers finds the types that have the methods of an interface: a large program has thousands
// of types and of interfaces.
type implementers struct {
	fact *content
	n    int                 // types that the fact had
	with map[string][]string // by the signature of a method, the types that have it, sorted
}

func newImplementers(fact *content) *implementers {
	x := &implementers{fact: fact, n: len(fact.Implementations), with: map[string][]string{}}
	for _, name := range slices.Sorted(maps.Keys(fact.Implementations)) {
		for _, m := range fact.Implementations[name].Methods {
			x.with[m.Signature] = append(x.with[m.Signature], name)
		}
	}
	return x
}

// targets returns the methods that a call of an interface method may
// reach. more is interfaces that the fact does not have yet.
func (x *implementers) targets(more map[string][]string, key string) []target {
	dot := strings.LastIndexByte(key, '.')
	iface, method := key[:dot], key[dot+1:]
	need, ok := x.fact.Ifaces[iface]
	if !ok {
		need = more[iface]
	}
	if len(need) == 0 {
		return nil
	}
	fewest := slices.MinFunc(need, func(a, b string) int { return len(x.with[a]) - len(x.with[b]) })
	var list []target
	for _, name := range x.with[fewest] {
		impl := x.fact.Implementations[name]
		if m, ok := impl.satisfies(need, method); ok {
			list = append(list, target{key: m.Key, recv: &Arg{Path: m.Recv}})
		}
	}
	return list
}

// satisfies reports whether the type has all methods of an interface, and
// returns the called one.
func (i Implementation) satisfies(need []string, method string) (called Method, ok bool) {
	for _, sig := range need {
		at := slices.IndexFunc(i.Methods, func(m Method) bool { return m.Signature == sig })
		if at < 0 {
			return called, false
		}
		if methodName(sig) == method {
			called = i.Methods[at]
		}
	}
	return called, called.Key != ""
}

// methodName is the name in a signature, without the package of an unexported
// method.
func methodName(sig string) string {
	name, _, _ := strings.Cut(sig, "(")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// receiver is the object on which a target is called.
func (a *analyzer) receiver(d *DynamicCall, t target) syncop.AccessPath {
	p := t.recv.Path
	if t.bound {
		if owner, ok := a.known.boundTo(d.Recv, p.Types); ok {
			return owner
		}
		if owner, _, ok := ownerOf(d.Recv); ok && t.back == ownMethod {
			owner.Types = p.Types
			return owner
		}
	}
	return under(d.Recv, p)
}

// ofItsType leaves of the targets of a method those of the type that the object is known to have on which it is called: what
// was put into an interface when the object around it was made.
func (d *DynamicCall) ofItsType(list []target) []target {
	if !d.Recv.Known() || d.Method == "" {
		return list
	}
	own := func(t target) bool {
		return t.recv != nil && t.recv.Path.Path == "" && t.recv.Path.Types == d.Recv.Types
	}
	if !slices.ContainsFunc(list, own) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(t target) bool { return !own(t) })
}

// self returns the object that a call through its own field calls back, when
// every object of the program stores itself in that field.
func (a *analyzer) self(d *DynamicCall) (syncop.AccessPath, bool) {
	i := strings.LastIndexByte(d.Recv.Path, '.')
	if d.Field == "" || i < 0 || !d.Recv.Known() || a.known.Selfs[d.Field] != selfOnly {
		return syncop.AccessPath{}, false
	}
	p := d.Recv
	p.Path, p.Types = p.Path[:i], ""
	return p, true
}

// under is the receiver of a method that is called through an interface: the
// object in the interface, or the part of it that has the method.
func under(p, recv syncop.AccessPath) syncop.AccessPath {
	if p.Known() {
		recv.Root, recv.Path = p.Root, p.Path+recv.Path
	}
	return recv
}

// functionName returns the key of a function value, and whether it is a method
// that is bound to a receiver.
func functionName(v ssa.Value) (name string, bound bool) {
	switch v := v.(type) {
	case *ssa.Function:
		return syncop.Key(v), false
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil {
			return syncop.ObjectKey(obj), true
		}
		return syncop.Key(fn), false
	case *ssa.ChangeType:
		return functionName(v.X)
	case *ssa.MakeInterface:
		return functionName(v.X)
	}
	return "", false
}
