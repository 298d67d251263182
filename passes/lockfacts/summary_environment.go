package lockfacts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// maxNesting bounds how deep function values passed on to function values are followed.
const maxNesting = 4

// An environment gives the parameters and captured variables of a called
// function their meaning in the caller.
type environment struct {
	params, freeVars []Arg
	owned            func(syncop.AccessPath) syncop.AccessPath // see content.owned, may be nil
	finds            func(syncop.AccessPath) syncop.AccessPath // see walker.finds, may be nil

	at ssa.Instruction // of the call, where the arguments are the caller's values there, or nil

	selfIn     string            // the field that holds the receiver, where its access path is not known
	back       string            // an access path of the called function, see backTo, or ""
	backObject syncop.AccessPath // the object there
}

// arg returns the argument that a root stands for.
func (e environment) arg(root string) (Arg, bool) {
	if root == "" {
		return Arg{}, false
	}
	list := e.params
	switch root[0] {
	case 'F':
		list = e.freeVars
	case 'P':
	default:
		return Arg{}, false
	}
	i := syncop.AccessPath{Root: root}.Index()
	if i < 0 || i >= len(list) {
		return Arg{}, false
	}
	return list[i], true
}

// path translates an access path of the called function.
func (e environment) path(p syncop.AccessPath) syncop.AccessPath {
	if !p.Outer() {
		return p.Forget()
	}
	a, ok := e.arg(p.Root)
	if !ok || a.Path.Root == "" {
		return e.leadBack(p)
	}
	p = p.Reindex(e.index).Under(a.Path, a.Content)
	if e.owned != nil {
		p = e.owned(p)
	}
	if e.finds != nil {
		p = e.finds(p)
	}
	return p
}

// index translates an index: a parameter is the argument of the caller, anything
// else was computed by the called function, each time anew.
func (e environment) index(name string) string {
	a, ok := e.arg(name)
	switch {
	case !ok || a.Path.Path != "":
		return "?"
	case a.Const != "" && a.Const != "nonnil":
		return syncop.ConstIndex(a.Const)
	case a.Path.Root == "" || a.Path.Root == syncop.Unknown:
		return "?"
	}
	return strings.TrimPrefix(a.Path.Root, "L")
}

// moved is a list with the locks under other access paths: the list itself where no access path
// changes, so its elements must not be changed.
func moved[T any](list []T, lock func(*T) *syncop.AccessPath, path func(syncop.AccessPath) syncop.AccessPath) []T {
	now := list
	for i := range list {
		was := *lock(&list[i])
		p := path(was)
		if p == was {
			continue
		}
		if &now[0] == &list[0] {
			now = slices.Clone(list)
		}
		*lock(&now[i]) = p
	}
	return slices.Clip(now)
}

func movedHeld(list []HeldLock, path func(syncop.AccessPath) syncop.AccessPath) []HeldLock {
	return moved(list, func(h *HeldLock) *syncop.AccessPath { return &h.Lock }, path)
}

func movedReleased(list []Released, path func(syncop.AccessPath) syncop.AccessPath) []Released {
	return moved(list, func(u *Released) *syncop.AccessPath { return &u.Lock }, path)
}

// event translates an event.
func (e environment) event(ev *Event) Event {
	n := *ev
	n.Obj = e.path(ev.Obj)
	n.Held = movedHeld(ev.Held, e.path)
	n.Released = movedReleased(ev.Released, e.path)
	n.Needs = e.needs(ev.Needs)
	if ev.Dynamic != nil {
		n.Dynamic = e.dyn(ev.Dynamic)
	}
	return n
}

func (e environment) dyn(d *DynamicCall) *DynamicCall {
	n := *d
	n.Recv = e.path(d.Recv)
	n.Args = make([]Arg, len(d.Args))
	for i, a := range d.Args {
		n.Args[i] = e.translate(a)
	}
	n.target = e.target(d)
	if a, ok := e.arg(d.Recv.Root); ok && n.target == nil && d.Key == "F:" && a.Slot != "" && d.Recv.Path == "" {
		n.Key += a.Slot
	}
	return &n
}

// target finds the function that a call through an argument calls.
func (e environment) target(d *DynamicCall) *FuncVal {
	a, ok := e.arg(d.Recv.Root)
	if !ok || d.Recv.Path != "" && d.Recv.Path != "->" {
		return nil
	}
	if d.Method == "" {
		return a.Fn
	}
	if a.typ == nil {
		return nil
	}
	if d.Recv.Path == "->" && a.Content != nil {
		a.Path = *a.Content
	}
	m := methodNamed(a.typ, d.Method)
	if m == nil {
		return nil
	}
	fv, _ := methodOf(a.typ, m, a)
	return fv
}

// methodNamed returns the method of a type that has a name, or nil.
func methodNamed(t types.Type, name string) *types.Func {
	if token.IsExported(name) {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		m, _ := obj.(*types.Func)
		return m
	}
	set := types.NewMethodSet(t) // which package the name is of is not known
	for i := range set.Len() {
		if m, ok := set.At(i).Obj().(*types.Func); ok && m.Name() == name {
			return m
		}
	}
	return nil
}

// translate gives an argument of a call inside the called function its meaning.
func (e environment) translate(a Arg) Arg {
	if outer, ok := e.arg(a.Path.Root); ok && a.Path.Outer() {
		switch {
		case a.Path.Path == "":
			return outer
		case a.Path.Path == "->" && outer.Content != nil:
			return Arg{Path: *outer.Content, Fn: outer.Fn, typ: outer.typ}
		}
	}
	n := Arg{Path: e.path(a.Path), Const: a.Const, typ: a.typ, Slot: a.Slot}
	if a.Content != nil {
		p := e.path(*a.Content)
		n.Content = &p
	}
	if a.Fn != nil {
		n.Fn = e.fn(a.Fn)
	}
	return n
}

func (e environment) fn(f *FuncVal) *FuncVal {
	n := &FuncVal{Name: f.Name, Once: f.Once}
	if f.Recv != nil {
		r := e.translate(*f.Recv)
		n.Recv = &r
	}
	for _, a := range f.FreeVars {
		n.FreeVars = append(n.FreeVars, e.translate(a))
	}
	return n
}

// leadBack names what a literal finds below the object that holds it by the
// way the caller has come to that object.
func (e environment) leadBack(p syncop.AccessPath) syncop.AccessPath {
	if e.back == "" || !e.backObject.Known() {
		return p.Forget()
	}
	rest, ok := strings.CutPrefix(p.String(), e.back)
	if ok {
		p.Root, p.Path = e.backObject.Root, e.backObject.Path+rest
		return p
	}
	captured, field, _ := strings.Cut(e.back, "->.")
	if rest, ok = strings.CutPrefix(p.Path, "->"); !ok || p.Root != captured || strings.Count(field, "->") != 1 || strings.Contains(rest, "->") {
		return p.Forget()
	}
	p.Root, p.Path = above(e.backObject), rest
	return p
}

// needs gives the fields that an event of the called function needs their names in the caller.
func (e environment) needs(list []string) []string {
	var named []string
	for _, slot := range list {
		root, path := splitPath(slot)
		if a, ok := e.arg(root); ok && e.at != nil && a.Path.Known() && !strings.ContainsAny(a.Path.Path, "[>") {
			named = append(named, a.Path.String()+path)
		}
	}
	return named
}

// methodOf finds the method of a concrete type that an interface method calls.
func methodOf(t types.Type, m *types.Func, recv Arg) (*FuncVal, bool) {
	obj, index, _ := types.LookupFieldOrMethod(t, false, m.Pkg(), m.Name())
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil, false
	}
	recv.Path = promoted(recv.Path, t, index)
	recv.Content, recv.Fn, recv.typ = nil, nil, nil
	return &FuncVal{Name: syncop.ObjectKey(fn), Recv: &recv}, true
}

// promoted walks from a receiver to the embedded field that has the method.
func promoted(p syncop.AccessPath, t types.Type, index []int) syncop.AccessPath {
	for _, i := range index[:len(index)-1] {
		st, ok := syncop.Elem(t).Underlying().(*types.Struct)
		if !ok {
			return p.Forget()
		}
		p = syncop.FieldOf(p, syncop.Elem(t), i)
		t = st.Field(i).Type()
		if _, ok := t.Underlying().(*types.Pointer); ok {
			p = syncop.LoadOf(p, t)
		}
	}
	return p
}
