package lockfacts

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// maxTargets is how many targets a call may have for us to believe that it can
// reach each of them.
const maxTargets = 8

// publish derives edges, resolves calls, and fills the fact.
func (a *analyzer) publish(funcs []*Func) {
	a.fact = newFact()
	m := merger{a.fact, map[string]bool{}}
	m.add(a.known)
	own := newFact()
	own.Packages = []string{syncop.PackagePath(a.pass.Pkg)}
	own.Ifaces = a.ifaces
	own.Cut = a.ended
	a.conversions(own)
	a.kept(own)
	for _, f := range funcs {
		own.Edges = append(own.Edges, a.edges(f)...)
		own.Blocks = append(own.Blocks, a.blocks(f)...)
		own.Pending = append(own.Pending, a.pending(f)...)
		own.Writers = append(own.Writers, writers(f)...)
		if !f.Summary.empty() && a.isCallable(f) {
			own.Funcs[f.Key] = f.Summary
		}
	}
	m.add(own)
	slices.Sort(a.fact.Packages)
	a.fact.Packages = slices.Compact(a.fact.Packages)
	for _, e := range a.bind(m) {
		if m.first("edge ", e.key()) {
			a.fact.Edges = append(a.fact.Edges, e)
		}
	}
	a.dropUnused()
	for class, v := range a.fact.Selfs {
		if v == selfOther {
			delete(a.fact.Selfs, class) // the same as not knowing
		}
	}
}

// isCallable reports whether other packages may come to call a function: by
// name, through an interface, or because its value went somewhere.
func (a *analyzer) isCallable(f *Func) bool {
	if f.Fn.Parent() != nil || f.Fn.Signature.Recv() != nil {
		return true
	}
	return f.Fn.Object() != nil && f.Fn.Object().Exported() || len(f.Roots) > 0 && f.Roots[0] == rootAny
}

// pending returns the calls of unknown targets with locks held.
func (a *analyzer) pending(f *Func) []Pending {
	var list []Pending
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Dyn == nil || ev.Dyn.Key == "" || ev.Dyn.Key == "F:" || len(ev.Held) == 0 || ev.own == 0 && !ev.visible {
			continue
		}
		p := Pending{Event: forCallers(*ev), Func: f.Name, Roots: f.Roots, Gates: f.Gates}
		if ev.Async != "" {
			p.Roots, p.Gates = asyncRoots(f, ev), nil
		}
		list = append(list, p)
	}
	return list
}

// conversions collects which types are converted to interfaces, and which
// functions are stored in variables and fields.
func (a *analyzer) conversions(into *Fact) {
	for _, fn := range a.ssa.Funcs {
		frame := a.frame(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.MakeInterface:
					a.implementation(in.X.Type(), into)
				case *ssa.Store:
					a.selfStore(frame, in, into)
					if name, _ := functionName(in.Val); name != "" && !isFieldOrVariable(in.Addr) {
						if class := frame.Place(in.Addr).Class(); class != "" {
							into.store("F:"+class, Stored{Func: name})
						}
					}
				}
			}
		}
	}
}

// selfStore notes whether a field is given the object that it is part of.
func (a *analyzer) selfStore(frame *syncop.Frame, in *ssa.Store, into *Fact) {
	fa, ok := in.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	switch in.Val.Type().Underlying().(type) {
	case *types.Interface, *types.Pointer:
	default:
		return
	}
	class := frame.Place(fa).Class()
	owner, val := frame.Place(fa.X), frame.Place(in.Val)
	into.noteSelf(class, owner.Known() && owner.Root == val.Root && owner.Path == val.Path)
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

// kept adds which functions are stored where, and what becomes of arguments.
func (a *analyzer) kept(into *Fact) {
	for fn, list := range a.stores {
		for _, k := range list {
			if k.Fn == "" {
				continue
			}
			st := Stored{Func: k.Fn, Meth: k.Meth}
			if k.Meth {
				st.Recv = k.Val.Types
			}
			into.store("F:"+k.Slot.Class(), st)
		}
		if outer := a.outerKeeps(list); len(outer) > 0 {
			into.Keeps[fn] = outer
		}
	}
	into.Owners, into.Apart, into.Makes = a.owners.Owners, a.owners.Apart, a.makes
}

// implementation remembers the methods of a type of the program. All are
// needed, to see which interfaces it satisfies.
func (a *analyzer) implementation(t types.Type, into *Fact) {
	n, ok := types.Unalias(syncop.Elem(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || syncop.IsStd(n.Obj().Pkg().Path()) {
		return
	}
	recv := syncop.TypePlace(syncop.Elem(t))
	name := types.TypeString(t, nil)
	if _, ok := into.Impls[name]; ok {
		return
	}
	impl := Impl{Type: recv.Types}
	set := types.NewMethodSet(t)
	interesting := false
	for i := range set.Len() {
		sel := set.At(i)
		fn, ok := sel.Obj().(*types.Func)
		if !ok {
			continue
		}
		m := Method{Signature: signature(fn), Key: syncop.ObjectKey(fn), Recv: promoted(recv, t, sel.Index())}
		sum := a.summary(m.Key)
		interesting = interesting || sum != nil && !sum.empty()
		impl.Methods = append(impl.Methods, m)
	}
	if interesting {
		into.Impls[name] = impl
	}
}

// A target is a function that an open call may reach.
type target struct {
	key   string
	recv  *Arg
	bound bool // a method value: recv is what it is bound to, not what the call is made through
}

// targets returns what a dynamic call may call, or nothing when that is too
// much to mean anything.
func (a *analyzer) targets(key string) []target {
	var list []target
	if strings.HasPrefix(key, "F:") {
		for _, fn := range a.fact.Stores[key] {
			t := target{key: fn.Func, bound: fn.Meth}
			if fn.Meth {
				t.recv = &Arg{Place: syncop.Place{Root: syncop.Unknown, Types: fn.Recv}}
			}
			list = append(list, t)
		}
	} else {
		list = a.implementations(key)
	}
	if len(list) > maxTargets {
		return nil
	}
	return list
}

func (a *analyzer) implementations(key string) []target { return implementations(a.fact, nil, key) }

// implementations returns the methods that a call of an interface method may
// reach. more is interfaces that the fact does not have yet.
func implementations(fact *Fact, more map[string][]string, key string) []target {
	dot := strings.LastIndexByte(key, '.')
	iface, method := key[:dot], key[dot+1:]
	need, ok := fact.Ifaces[iface]
	if !ok {
		if need, ok = more[iface]; !ok {
			return nil
		}
	}
	var list []target
	for _, name := range slices.Sorted(maps.Keys(fact.Impls)) {
		impl := fact.Impls[name]
		if m, ok := impl.satisfies(need, method); ok {
			list = append(list, target{key: m.Key, recv: &Arg{Place: m.Recv}})
		}
	}
	return list
}

// satisfies reports whether the type has all methods of an interface, and
// returns the one that is called.
func (i Impl) satisfies(need []string, method string) (called Method, ok bool) {
	for _, sig := range need {
		at := slices.IndexFunc(i.Methods, func(m Method) bool { return m.Signature == sig })
		if at < 0 {
			return called, false
		}
		if strings.HasPrefix(sig, method+"(") {
			called = i.Methods[at]
		}
	}
	return called, called.Key != ""
}

// bind resolves all open calls with what is known here.
func (a *analyzer) bind(m merger) []Edge {
	if load.ScopeOf(a.pass, "") == load.Modelled {
		return nil
	}
	var edges []Edge
	for i := range a.fact.Pending {
		p := &a.fact.Pending[i]
		for _, ev := range a.reach(p.Event.Dyn) {
			if ev.Dyn != nil {
				continue
			}
			if ev.IsAcquire() {
				edges = append(edges, a.bound(p, ev)...)
			} else {
				a.boundBlock(m, p, ev)
			}
		}
	}
	a.boundBefore()
	return edges
}

// boundBlock makes a wait of an open call and the locks held there.
func (a *analyzer) boundBlock(m merger, p *Pending, ev Event) {
	if ev.Obj.Node() == "" {
		return
	}
	b := Block{
		Op: ev.Op, Node: ev.Obj.Node(), Held: append(slices.Clone(without(p.Event.Held, ev.Freed)), ev.Held...),
		Site: ev.Site, Via: clip(append(append(slices.Clone(p.Event.Via), p.Event.Site), ev.Via...)), Func: p.Func, Async: p.Event.Async, Roots: p.Roots,
	}
	if m.first("block ", b.key()) {
		a.fact.Blocks = append(a.fact.Blocks, b)
	}
}

// boundBefore adds what the open calls before an answer may acquire.
func (a *analyzer) boundBefore() {
	for i := range a.fact.Blocks {
		b := &a.fact.Blocks[i]
		for _, key := range b.Before {
			if !isOpenKey(key) {
				continue
			}
			for _, ev := range a.reach(&Dyn{Key: key}) {
				if ev.IsAcquire() {
					b.Before = addNode(b.Before, ev.Obj.Node())
				}
			}
		}
	}
}

// isOpenKey tells the key of an open call from a node.
func isOpenKey(key string) bool { return strings.HasPrefix(key, "F:") || strings.HasPrefix(key, "I:") }

func clip(via []Site) []Site { return via[:min(len(via), maxVia)] }

// reach returns the acquisitions and waits that a dynamic call leads to.
func (a *analyzer) reach(d *Dyn) []Event {
	if d.target != nil {
		return a.through(d.target.Name, environment{withRecv(d.target, d.Args), d.target.Frees, a.owners.owned})
	}
	if d.Key == "" || d.Key == "F:" {
		return nil
	}
	var list []Event
	self, isSelf := a.self(d)
	for _, t := range a.targets(d.Key) {
		params := d.Args
		switch {
		case isSelf && t.recv != nil && !t.bound:
			params = append([]Arg{{Place: self}}, params...)
		case t.recv != nil:
			params = append([]Arg{{Place: a.receiver(d, t)}}, params...)
		}
		list = append(list, a.through(t.key, environment{params: params, owned: a.owners.owned})...)
	}
	return distinct(list)
}

// through is what a function leads to, as its caller sees it.
func (a *analyzer) through(key string, env environment) []Event {
	var list []Event
	for _, ev := range a.closed(key) {
		if a.enough(list) {
			break
		}
		n := env.event(&ev)
		switch {
		case !env.possible(ev.Conds):
		case n.Dyn == nil:
			list = append(list, n)
		case n.Dyn.target != nil || a.leadsBack(n.Dyn):
			list = append(list, behind(&n, a.reach(n.Dyn))...)
		case n.Dyn.Recv.Outer():
			list = append(list, n)
		}
	}
	return list
}

// leadsBack reports whether a method value is called through an object that its
// receiver keeps: then it is known on which object.
func (a *analyzer) leadsBack(d *Dyn) bool {
	_, ok := a.fact.boundTo(d.Recv, "")
	return ok && strings.HasPrefix(d.Key, "F:") && d.Key != "F:"
}

// closed is what a function leads to, open calls included, as it sees it
// itself. Calls of functions that it is given stay open. Of functions that lead
// to themselves that part is left out.
func (a *analyzer) closed(key string) []Event {
	if known, ok := a.leads[key]; ok {
		return known
	}
	a.leads[key] = nil
	sum := a.fact.Funcs[key]
	if sum == nil {
		return nil
	}
	var list []Event
	for i := range sum.Events {
		ev := &sum.Events[i]
		switch {
		case ev.Async != "":
		case ev.Dyn == nil:
			if ev.IsAcquire() || waits(ev.Op) && !ev.Escapes {
				list = append(list, *ev)
			}
		case ev.Dyn.Key == "F:":
			list = append(list, *ev)
		default:
			list = append(list, behind(ev, a.reach(ev.Dyn))...)
			if ev.Dyn.Recv.Outer() && ev.Dyn.Method == "" {
				list = append(list, *ev)
			}
		}
	}
	a.leads[key] = distinct(list)
	return a.leads[key]
}

// behind adds what is held at a call, and the way to it, to what it leads to.
func behind(ev *Event, list []Event) []Event {
	out := make([]Event, 0, len(list))
	for _, inner := range list {
		inner.Held = append(slices.Clone(ev.Held), inner.Held...)
		inner.Freed = append(slices.Clone(ev.Freed), inner.Freed...)
		inner.Via = clip(append(append(slices.Clone(ev.Via), ev.Site), inner.Via...))
		inner.Conds = append(slices.Clone(ev.Conds), inner.Conds...)
		out = append(out, inner)
	}
	return out
}

// distinct keeps one event for each object, that with the fewest locks held and
// the shortest way.
func distinct(list []Event) []Event {
	at := map[string]int{}
	var out []Event
	for _, ev := range list {
		k := ev.Op.String() + " " + ev.Obj.String() + "|" + ev.Obj.Types
		for _, u := range ev.Freed {
			k += "-" + u.Lock.String()
		}
		if ev.Dyn != nil {
			k += ev.Dyn.Key + ev.Dyn.Recv.String()
		}
		i, ok := at[k]
		switch {
		case !ok:
			at[k] = len(out)
			out = append(out, ev)
		case len(ev.Held) < len(out[i].Held) || len(ev.Held) == len(out[i].Held) && len(ev.Via) < len(out[i].Via):
			out[i] = ev
		}
	}
	return out
}

// receiver is the object on which a target is called.
func (a *analyzer) receiver(d *Dyn, t target) syncop.Place {
	p := t.recv.Place
	switch {
	case t.bound:
		if owner, ok := a.fact.boundTo(d.Recv, p.Types); ok {
			return owner
		}
	}
	return under(d.Recv, p)
}

// self returns the object that a call through its own field calls back, when
// every object of the program stores itself in that field.
func (a *analyzer) self(d *Dyn) (syncop.Place, bool) {
	i := strings.LastIndexByte(d.Recv.Path, '.')
	if d.Field == "" || i < 0 || !d.Recv.Known() || a.fact.Selfs[d.Field] != selfOnly {
		return syncop.Place{}, false
	}
	p := d.Recv
	p.Path, p.Types = p.Path[:i], ""
	return p, true
}

// waits reports whether an operation waits for another goroutine to answer.
func waits(op trace.Op) bool {
	return op == trace.OpSend || op == trace.OpRecv || op == trace.OpWGWait || op == trace.OpWait
}

// enough reports whether no more is to be found behind an open call.
func (a *analyzer) enough(list []Event) bool {
	if a.bindWork++; a.bindWork > maxBindWork {
		a.reached("maxBindWork", maxBindWork)
		return true
	}
	if len(list) >= maxReach {
		a.reached("maxReach", maxReach)
		return true
	}
	return false
}

// possible evaluates conditions by constant arguments alone.
func (e environment) possible(conds []Cond) bool {
	for _, c := range conds {
		if _, val, known := e.condition(c); known && val != c.Val {
			return false
		}
	}
	return true
}

// bound makes edges of an open call and an acquisition behind it.
func (a *analyzer) bound(p *Pending, ev Event) []Edge {
	to := LockOf(ev.Obj, ev.Read, ev.Site, clip(append(append(slices.Clone(p.Event.Via), p.Event.Site), ev.Via...)))
	if to.Node == "" {
		return nil
	}
	var list []Edge
	held := without(p.Event.Held, ev.Freed)
	for i, h := range held {
		from := LockOf(h.Lock, h.Read, h.Site, h.Via)
		if from.Node == "" {
			continue
		}
		e := Edge{From: from, To: to, Func: p.Func, Roots: p.Roots, Same: from.Node == to.Node, Double: h.Lock.Same(ev.Obj)}
		if e.Same && !e.Double && (ev.Obj.Below(h.Lock) || h.Lock.Below(ev.Obj)) {
			continue
		}
		for j, g := range append(slices.Clone(held), ev.Held...) {
			if n := g.Lock.Node(); j != i && n != "" && n != from.Node && n != to.Node {
				e.Gates = append(e.Gates, Gate{n, g.Read})
			}
		}
		e.Gates = append(e.Gates, p.Gates...)
		list = append(list, e)
	}
	return list
}

// dropUnused removes interfaces that no open call is about.
func (a *analyzer) dropUnused() {
	used := map[string]bool{}
	note := func(d *Dyn) {
		if d != nil && strings.HasPrefix(d.Key, "I:") {
			used[d.Key[:strings.LastIndexByte(d.Key, '.')]] = true
		}
	}
	for i := range a.fact.Pending {
		note(a.fact.Pending[i].Event.Dyn)
	}
	for _, s := range a.fact.Funcs {
		for i := range s.Events {
			note(s.Events[i].Dyn)
		}
	}
	for name := range a.fact.Ifaces {
		if !used[name] {
			delete(a.fact.Ifaces, name)
		}
	}
}

// blocks returns the operations of a function that wait or answer.
func (a *analyzer) blocks(f *Func) []Block {
	var list []Block
	for i := range f.Events {
		ev := &f.Events[i]
		if !blocksOrWakes(ev.Op) || ev.Obj.Node() == "" {
			continue
		}
		if len(ev.Via) > 0 && len(ev.Held) == 0 && !ev.visible && ev.Async == "" {
			continue // the called function has it
		}
		b := Block{Op: ev.Op, Node: ev.Obj.Node(), Held: ev.Held, Before: ev.Before, Site: ev.Site, Via: ev.Via, Func: f.Name, Async: ev.Async, Escapes: ev.Escapes, Once: ev.Once, Roots: f.Roots}
		list = append(list, b)
	}
	return list
}

// writers returns the nodes of the locks that a function locks exclusively.
func writers(f *Func) []string {
	var list []string
	for i := range f.Events {
		if ev := &f.Events[i]; ev.Op == trace.OpLock {
			list = addNode(list, ev.Obj.Node())
		}
	}
	return list
}
