package lockfacts

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// performed adds what functions do.
func (a *analyzer) performed(own *layer, funcs []*Func) {
	given := map[string]bool{} // to a function that is not known
	for _, f := range funcs {
		for _, key := range f.stored {
			given[key] = true
		}
	}
	for _, f := range funcs {
		own.Edges = append(own.Edges, a.edges(f)...)
		own.Communications = append(own.Communications, a.blocks(f)...)
		own.PendingCalls = append(own.PendingCalls, a.pending(f)...)
		own.Writers = append(own.Writers, a.writers(f)...)
		if f.Summary.brief && !given[f.Key] {
			continue
		}
		if sum := a.whole(f.Key); !sum.empty() && a.isCallable(f) {
			own.funcs.sums[f.Key] = sum
		}
	}
}

// isCallable reports whether other packages may come to call a function: by
// name, through an interface, or because its value went somewhere.
func (a *analyzer) isCallable(f *Func) bool {
	if f.Fn.Parent() != nil || f.Fn.Signature.Recv() != nil {
		return true
	}
	return f.Fn.Object() != nil && f.Fn.Object().Exported() || len(f.Contexts) > 0 && f.Contexts[0] == contextAny
}

// pending returns the calls of unknown targets with locks held, or with a
// function that the target may call with locks held.
func (a *analyzer) pending(f *Func) []*PendingCall {
	var list []*PendingCall
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Dynamic == nil || ev.Dynamic.Key == "" || ev.Dynamic.Key == "F:" || ev.own == 0 && !ev.visible && len(ev.Via) > 0 {
			continue
		}
		if len(ev.Held) == 0 && !a.passesLocker(ev.Dynamic) {
			continue
		}
		p := &PendingCall{Event: forCallers(*ev), Func: f.Name, Contexts: f.Contexts, Gates: f.Gates}
		if ev.Async != "" {
			p.Contexts, p.Gates = asyncContexts(f, ev), nil
		}
		list = append(list, p)
	}
	return list
}

// blocks returns the operations of a function that wait or answer.
func (a *analyzer) blocks(f *Func) []*Communication {
	var list []*Communication
	handed := f.handedOver()
	for i := range f.Events {
		ev := &f.Events[i]
		if !blocksOrWakes(ev.Op) || ev.Obj.Node() == "" {
			continue
		}
		if len(ev.Via) > 0 && len(ev.Held) == 0 && !ev.visible && ev.Async == "" {
			continue // the called function has it
		}
		b := &Communication{Op: ev.Op, Node: ev.Obj.Node(), Holder: holds(ev), Given: isGiven(f.Fn, ev.Obj), Held: ev.Held, Before: ev.Before, Instead: ev.Instead, Site: ev.Site, Via: ev.Via, Func: f.Name, Async: ev.Async, Escapes: ev.Escapes, Patient: ev.Patient, Once: ev.Once, Contexts: f.Contexts}
		if ev.Async == "" && ev.Op != trace.OpWGDone { // a count under the callers' locks is done under them
			b.Before = addNodes(b.Before, f.Before)
		}
		if ev.Async == "" {
			b.Handed = handed
		}
		list = append(list, b)
	}
	return list
}

// handedOver is the nodes of the locks that a function releases without having taken them, when no caller has taken them
// before. Its goroutine was started with such a lock, and takes it again when it has released it.
func (f *Func) handedOver() (nodes []string) {
	for _, e := range f.Exits {
		for _, u := range e.Released {
			if node := u.Lock.Node(); !slices.Contains(f.Before, node) && !slices.Contains(f.Before, readMode+node) {
				nodes = append(nodes, node)
			}
		}
	}
	return nodes
}

// isGiven reports whether an access path is in an argument besides the receiver, itself or
// a part of it, or in a captured variable other than the receiver.
func isGiven(fn *ssa.Function, p syncop.AccessPath) bool {
	if strings.HasPrefix(p.Root, "F") {
		return strings.Count(p.Path, ".") == 1 && !capturesReceiver(fn, p.Index())
	}
	if !strings.HasPrefix(p.Root, "P") || strings.Contains(p.Path, "->") {
		return false
	}
	return p.Index() > 0 || fn.Signature.Recv() == nil
}

// passesLocker reports whether a call passes a function that takes locks, or may do so.
func (a *analyzer) passesLocker(d *DynamicCall) bool {
	return slices.ContainsFunc(d.Args, func(arg Arg) bool {
		if arg.Fn == nil {
			return arg.Slot != ""
		}
		sum := a.summary(arg.Fn.Name)
		return sum != nil && len(sum.left) > 0 || sum != nil && slices.ContainsFunc(sum.Events, func(ev Event) bool {
			return ev.Async == "" && (ev.IsAcquire() || ev.Dynamic != nil)
		})
	})
}

// writers returns the nodes of the locks that a function locks exclusively when others may know the lock, and of an RWMutex whose address goes where
// its operations are not followed: into a container or a field, an interface, or a method value.
func (a *analyzer) writers(f *Func) []string {
	var list []string
	for i := range f.Events {
		if ev := &f.Events[i]; ev.Op == trace.OpLock && !a.isFresh(f.Fn, ev.Obj, ev.at) {
			list = addNode(list, ev.Obj.Node())
		}
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if v := escapesIn(in); v != nil && isRWMutex(v.Type()) {
				list = addNode(list, a.frame(f.Fn).AccessPath(v).Node())
				list = addNode(list, a.partPath(v).Node()) // as others see it
			}
		}
	}
	return list
}

// escapesIn is the value whose operations are not followed after an instruction, or nil.
func escapesIn(in ssa.Instruction) ssa.Value {
	switch in := in.(type) {
	case *ssa.Store:
		if _, local := in.Addr.(*ssa.Alloc); !local {
			return in.Val
		}
	case *ssa.MapUpdate:
		return in.Value
	case *ssa.Send:
		return in.X
	case *ssa.MakeInterface:
		return in.X
	case *ssa.MakeClosure:
		if fn := in.Fn.(*ssa.Function); fn.Parent() == nil && fn.Object() != nil && fn.Object().Name() == "Lock" {
			return in.Bindings[0]
		}
	}
	return nil
}

func isRWMutex(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && isOfSync(p.Elem(), "RWMutex")
}

// partPath is the access path that an address points to, as a part of some object of its type.
func (a *analyzer) partPath(v ssa.Value) syncop.AccessPath {
	if fa, ok := v.(*ssa.FieldAddr); ok {
		return syncop.FieldOf(a.partPath(fa.X), syncop.Elem(fa.X.Type()), fa.Field)
	}
	return a.typePath(syncop.Elem(v.Type()))
}

// outerHeapWrites are the stores that callers in other packages need: those of their
// arguments, and of their results.
func (a *analyzer) outerHeapWrites(list []HeapWrite) []HeapWrite {
	var out []HeapWrite
	deep := load.ScopeOf(a.pass, "") == load.Deep
	for _, k := range list {
		outer := func(p syncop.AccessPath) bool { return p.Outer() || strings.HasPrefix(p.Root, "R") }
		if !outer(k.Val) || k.Val.Path != "" || !deep && k.Slot.Types == "" {
			continue
		}
		if !deep && !strings.HasPrefix(k.Val.Root, "P") {
			continue
		}
		if !strings.HasPrefix(k.Slot.Root, "R") {
			k.Slot = outside(k.Slot)
		}
		out = append(out, k)
	}
	return out
}
