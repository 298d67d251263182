package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Lock is a lock as an edge knows it.
type Lock struct {
	Node  string `json:"n"` // see syncop.Place.Node
	Class string `json:"c"` // the lock class
	Place string `json:"p,omitempty"`
	Read  bool   `json:"r,omitempty"`
	Site  Site   `json:"s"` // where it is acquired
	Via   []Site `json:"v,omitempty"`
}

// An Edge is an acquisition of To while From is held.
type Edge struct {
	From  Lock     `json:"a"`
	To    Lock     `json:"b"`
	Func  string   `json:"f"`           // the outermost function that sees both
	Gates []Gate   `json:"g,omitempty"` // further locks held then
	Roots []string `json:"r,omitempty"`
	Async string   `json:"y,omitempty"`
	Same  bool     `json:"e,omitempty"` // both are of one class
	// Double is set when both are the same object.
	Double bool `json:"d,omitempty"`
}

func (e *Edge) key() string {
	k := e.From.Node + mode(e.From.Read) + " " + e.To.Node + mode(e.To.Read) + " " + e.From.Site.Func + " " + e.To.Site.Func
	from, _ := holderOf(e.From.Place)
	to, _ := holderOf(e.To.Place)
	k += " " + from + " " + to
	if e.Same {
		k += " " + e.From.Place + " " + e.To.Place + " " + e.Func
	}
	for _, g := range e.Gates {
		k += "," + g.Node
	}
	return k
}

// Waiter is the function that identifies the edge: the one that waits for To,
// where lock methods of the program only pass the call on.
func (e *Edge) Waiter() string { return waiter(e.To) }

func waiter(l Lock) string {
	if !syncop.IsLockMethod(l.Site.Func) {
		return l.Site.Func
	}
	for i := len(l.Via) - 1; i >= 0; i-- {
		if !syncop.IsLockMethod(l.Via[i].Func) {
			return l.Via[i].Func
		}
	}
	return l.Site.Func
}

// edges derives the lock order edges of a function.
func (a *analyzer) edges(f *Func) []Edge {
	var list []Edge
	for i := range f.Events {
		ev := &f.Events[i]
		if len(ev.Held) > 0 && (ev.IsAcquire() || ev.Op == trace.OpOnceDone) {
			list = append(list, a.edgesOf(f, ev)...)
		}
	}
	return list
}

func (a *analyzer) edgesOf(f *Func, ev *Event) []Edge {
	to := LockOf(ev.Obj, ev.Read, ev.Site, ev.Via)
	if to.Node == "" || a.isFresh(f.Fn, ev.Obj, ev.at) {
		return nil
	}
	var list []Edge
	for i, h := range ev.Held {
		if i >= ev.own && !ev.visible && ev.Async == "" || ev.Async != "" && ev.own == 0 && !ev.visible {
			continue // the called function sees it as well
		}
		from := LockOf(h.Lock, h.Read, h.Site, h.Via)
		if from.Node == "" || h.Lock.Same(ev.Obj) || a.isFresh(f.Fn, h.Lock, ev.at) {
			continue
		}
		e := Edge{From: from, To: to, Func: f.Name, Roots: f.Roots, Async: ev.Async, Same: from.Node == to.Node}
		if e.Same && (ev.Obj.Below(h.Lock) || h.Lock.Below(ev.Obj)) {
			continue // parent before child
		}
		for j, g := range ev.Held {
			if n := g.Lock.Node(); j != i && n != "" && n != from.Node && n != to.Node {
				e.Gates = append(e.Gates, Gate{n, g.Read})
			}
		}
		if ev.Async == "" {
			e.Gates = append(e.Gates, f.Gates...)
		} else {
			e.Roots = asyncRoots(f, ev)
		}
		list = append(list, e)
	}
	return list
}

// asyncRoots is the goroutine that a function starts.
func asyncRoots(f *Func, ev *Event) []string {
	r := "go " + ev.Async
	for _, s := range f.starts {
		if s.pos == ev.Async && s.many {
			return []string{r + rootAny}
		}
	}
	if slices.ContainsFunc(f.Roots, isMany) {
		r += rootAny
	}
	return []string{r}
}

// LockOf describes a lock in a place.
func LockOf(p syncop.Place, read bool, site Site, via []Site) Lock {
	return Lock{Node: p.Node(), Class: p.Class(), Place: p.String(), Read: read, Site: site, Via: via}
}

// isFresh reports whether the lock belongs to an object that the function made
// and that nobody else knows yet when it comes to an instruction.
func (a *analyzer) isFresh(fn *ssa.Function, p syncop.Place, at ssa.Instruction) bool {
	name, ok := strings.CutPrefix(p.Root, "L")
	if !ok {
		return false
	}
	made, ok := a.made[fn]
	if !ok {
		made = map[string][]ssa.Instruction{}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if al, ok := in.(*ssa.Alloc); ok {
					made[al.Name()] = sharers(al, 0)
				}
			}
		}
		a.made[fn] = made
	}
	list, ok := made[name]
	return ok && at != nil && !slices.ContainsFunc(list, func(in ssa.Instruction) bool { return mayPrecede(in, at) })
}

func mayPrecede(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b) {
		return true
	}
	return syncop.Reaches(a.Block(), b.Block())
}

// sharers returns the instructions that store a new object somewhere, capture
// or send it, or give it to a goroutine.
func sharers(v ssa.Value, depth int) []ssa.Instruction {
	var list []ssa.Instruction
	if v.Referrers() == nil {
		return nil
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if cell, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v && depth < 3 {
				list = append(list, sharers(cell, depth+1)...) // the variable that it is kept in
			} else if r.Val == v {
				list = append(list, r)
			}
		case *ssa.FieldAddr, *ssa.DebugRef, *ssa.Return, *ssa.Call, *ssa.Defer, *ssa.BinOp:
		case *ssa.UnOp:
			if r.Op != token.MUL {
				list = append(list, r)
			} else if depth > 0 && depth < 3 {
				list = append(list, sharers(r, depth+1)...)
			}
		case *ssa.MakeClosure:
			if !onlyDeferred(r) {
				list = append(list, r)
			}
		default:
			list = append(list, r)
		}
	}
	return list
}

// onlyDeferred reports whether a function literal runs when the function returns
// or where it stands, and nowhere else.
func onlyDeferred(mc *ssa.MakeClosure) bool {
	return !slices.ContainsFunc(*mc.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Defer:
			return r.Call.Value != mc
		case *ssa.Call:
			return r.Call.Value != mc
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}
