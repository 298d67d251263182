package waitgroup

import (
	_ "embed" // the documentation
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/edit"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	for _, f := range r.Facts.Funcs {
		lateAdd(r, f)
		started := r.Facts.Started(f)
		if started && (f.Fn.Parent() != nil || len(r.Facts.Callers(f)) == 0) {
			missingDone(r, f)
		}
		tooManyAdded(r, f)
		waitsEachTurn(r, f)
		nextRound(r, f)
	}
}

// lateAdd reports Add in a goroutine when the function that starts it waits
// and never adds itself, or when the goroutine calls Done as well and another one waits.
func lateAdd(r *lockfacts.Reporter, f *lockfacts.Func) {
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Op != trace.OpWGAdd || ev.Async == "" || !ev.Obj.Known() || has(f, trace.OpWGAdd, ev.Obj) || !waitsFor(r, f, ev) && !countsItself(r, f, ev) {
			continue
		}
		pos := ev.Site.Token()
		class := ev.Obj.Class()
		r.Report(lockfacts.Finding{
			Check: checks.WaitGroupAdd, Pos: pos,
			Message: fmt.Sprintf("%s.Add in the goroutine that is waited for may come after Wait has returned: add before the go statement", lockfacts.ShortClass(class)),
			Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wgadd", Class: class, Site: ev.Site, Via: ev.Via}}}},
			Fixes:   fixAdd(edit.Of(r.Pass), pos),
		}, []lockgraph.EdgeKey{{Func: ev.Site.Func, Class: class}})
	}
}

// countsItself reports whether the goroutine of an Add is done with the WaitGroup as
// well, that is, counts itself, and another goroutine waits for it. An Add before a go
// statement is for the goroutine that this one starts while it is counted.
func countsItself(r *lockfacts.Reporter, f *lockfacts.Func, add *lockfacts.Event) bool {
	done := slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
		return ev.Op == trace.OpWGDone && ev.Async == add.Async && ev.Obj.Same(add.Obj)
	})
	node := add.Obj.Node()
	return done && add.Site.Token().IsValid() && node != "" && !startsAfter(r, add.Site) && slices.ContainsFunc(r.Facts.Blocks, func(b *lockfacts.Communication) bool {
		return b.Op == trace.OpWGWait && b.Node == node
	})
}

// startsAfter reports whether a function of the package starts a goroutine after a
// call at a place in it.
func startsAfter(r *lockfacts.Reporter, at lockfacts.Site) bool {
	found := false
	for _, f := range r.Facts.Funcs {
		if f.Name != at.Func {
			continue
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*ssa.Call); ok && call.Pos() == at.Token() {
					syncop.After(call, func(in ssa.Instruction) bool {
						_, isGo := in.(*ssa.Go)
						found = found || isGo
						return !found
					})
				}
			}
		}
	}
	return found
}

// waitsFor reports whether the function waits after it has started the goroutine
// of an event, for nothing else in between that could tell it that Add is over.
func waitsFor(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event) bool {
	start := goAt(r, f, ev.Async)
	if start == nil || !ev.Site.Token().IsValid() {
		return false
	}
	frame, found := r.Facts.Frame(f.Fn), false
	syncop.After(start, func(in ssa.Instruction) bool {
		if call, ok := in.(*ssa.Call); ok {
			sc, isSync := syncop.OpOf(&call.Call)
			if isSync && sc.Op == trace.OpWGWait {
				found = found || frame.AccessPath(sc.Recv).Same(ev.Obj)
				return false
			}
			return !isSync || sc.Op != trace.OpWait
		}
		return !blocks(in)
	})
	return found
}

// has reports whether the function itself performs an operation on an object.
func has(f *lockfacts.Func, op trace.Op, obj syncop.AccessPath) bool {
	for i := range f.Events {
		if ev := &f.Events[i]; ev.Op == op && ev.Async == "" && ev.Obj.Same(obj) {
			return true
		}
	}
	return false
}

// missingDone reports a goroutine that calls Done on one path and returns
// without it on another.
func missingDone(r *lockfacts.Reporter, f *lockfacts.Func) {
	done := map[*ssa.BasicBlock]bool{}
	frame := r.Facts.Frame(f.Fn)
	var wg syncop.AccessPath
	var dones []token.Pos
	for _, o := range operations(frame) {
		if o.op != trace.OpWGDone {
			continue
		}
		if _, deferred := o.call.(*ssa.Defer); deferred || syncop.InLoop(o.call.Block()) || wg.Root != "" && !wg.Same(o.wg) {
			return // deferred, for each piece of work, or several of them: not this simple
		}
		wg = o.wg
		done[o.call.Block()] = true
		dones = append(dones, o.call.Pos())
	}
	if len(done) == 0 || !wg.Outer() || passesOn(f.Fn, frame, wg) || doneElsewhere(r, wg) {
		return
	}
	if ret := returnAvoiding(f.Fn, done); ret != nil {
		class := wg.Class()
		pos := ret.Pos()
		if !pos.IsValid() { // that of the closing brace
			pos = f.Fn.Syntax().End() - 1
		}
		r.Report(lockfacts.Finding{
			Check: checks.WaitGroupDone, Pos: pos,
			Message: fmt.Sprintf("the goroutine returns without %s.Done, which other paths call: Wait waits for ever", lockfacts.ShortClass(class)),
			Fixes:   fixDone(edit.Of(r.Pass), dones),
		}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
	}
}

// doneElsewhere reports whether functions that are not started as goroutines are done
// with the WaitGroup too: then it does not count goroutines, and the count of a goroutine
// may be theirs.
func doneElsewhere(r *lockfacts.Reporter, wg syncop.AccessPath) bool {
	node := wg.Node()
	return node != "" && slices.ContainsFunc(r.Facts.Funcs, func(f *lockfacts.Func) bool {
		return !r.Facts.Started(f) && slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
			return ev.Op == trace.OpWGDone && ev.Async == "" && len(ev.Via) == 0 && ev.Obj.Node() == node
		})
	})
}

// passesOn reports whether a WaitGroup is given to another function, which may
// call Done.
func passesOn(fn *ssa.Function, frame *syncop.Frame, wg syncop.AccessPath) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok {
				for _, v := range mc.Bindings {
					if frame.AccessPath(v).Root == wg.Root {
						return true
					}
				}
			}
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, isSync := syncop.OpOf(call.Common()); isSync {
				continue
			}
			for _, a := range call.Common().Args {
				if frame.AccessPath(a).Same(wg) {
					return true
				}
			}
		}
	}
	return false
}

// returnAvoiding finds a return that is reached without passing the blocks.
func returnAvoiding(fn *ssa.Function, avoid map[*ssa.BasicBlock]bool) *ssa.Return {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		if seen[b] || avoid[b] {
			continue
		}
		seen[b] = true
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return ret
		}
		work = append(work, b.Succs...)
	}
	return nil
}
