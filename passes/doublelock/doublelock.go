package doublelock

import (
	_ "embed" // the documentation
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/search"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	for _, f := range r.Facts.Funcs {
		for i := range f.RepeatedLocks {
			d := &f.RepeatedLocks[i]
			if d.Event.Op == trace.OpOnceDone {
				continue // see package once
			}
			if isLap(f, d) {
				continue // see package missingunlock
			}
			e := lockfacts.Edge{From: lockfacts.LockOf(d.Held.Lock, d.Held.Read, d.Held.Site, d.Held.Via), To: lockfacts.LockOf(d.Event.Obj, d.Event.Read, d.Event.Site, d.Event.Via)}
			if !e.From.Read || !e.To.Read || r.Facts.WriterBetween(r.Pass.Pkg.Path(), f, &d.Event) {
				decide(r, f.Fn, &e)
			}
		}
	}
	for _, e := range bound(r) {
		if !e.From.Read || !e.To.Read || r.Facts.HasWriter(e.To.Node) { // readers do not wait for readers
			decide(r, nil, e)
		}
	}
	if r.ShowsPossible() {
		possible(r)
	}
}

// decide reports a double lock of a function, which is only possible when it is open whether control comes there.
func decide(r *lockfacts.Reporter, fn *ssa.Function, e *lockfacts.Edge) {
	switch {
	case !isOpen(r, e):
		report(r, fn, e)
	case r.ShowsPossible():
		report(r, fn, e, "option")
	}
}

// Parts are the names of all that a possible double lock can lack, each with the missing fact.
var Parts = map[string]string{
	"element": "the lock is that of an element which the loop has locked",
	"index":   "the two indexes are equal",
	"option":  "the functions that the caller gives leave that branch open",
}

// possible reports the locks of which it is neither shown nor refuted that the goroutine holds them already.
func possible(r *lockfacts.Reporter) {
	for _, f := range r.Facts.Funcs {
		for i := range f.Events {
			ev := &f.Events[i]
			if !ev.IsAcquire() || ev.Async != "" {
				continue
			}
			for _, h := range ev.Own() {
				if part := h.Perhaps(ev); part != "" && !(h.Read && ev.Read) {
					e := lockfacts.Edge{From: lockfacts.LockOf(h.Lock, h.Read, h.Site, h.Via), To: lockfacts.LockOf(ev.Obj, ev.Read, ev.Site, ev.Via)}
					report(r, nil, &e, part)
					break
				}
			}
		}
	}
}

// isLap reports whether it is the next turn of a loop that locks again what the one
// before has forgotten to unlock.
func isLap(f *lockfacts.Func, d *lockfacts.RepeatedLock) bool {
	return d.Held.Site == d.Event.Site && slices.ContainsFunc(f.HeldAtLoopEnds, func(l lockfacts.HeldAtLoopEnd) bool {
		return l.Held.Site == d.Held.Site && l.Held.Lock.Same(d.Event.Obj)
	})
}

// bound returns the edges after unresolved calls, of those that differ only in the
// caller of the function that has both locks, the edge with the shortest way.
func bound(r *lockfacts.Reporter) []*lockfacts.Edge {
	var list []*lockfacts.Edge
	at := map[string]int{}
	for i := range r.Facts.Edges {
		e := &r.Facts.Edges[i]
		if !e.Double || !r.Facts.Own(*e) {
			continue
		}
		k := fmt.Sprint(e.From.Site, e.To.Site)
		j, ok := at[k]
		switch {
		case !ok:
			at[k] = len(list)
			list = append(list, e)
		case len(e.To.Via) < len(list[j].To.Via):
			list[j] = e
		}
	}
	return list
}

// report reports a double lock that lacks some parts of its proof, or none. The function that does it, if it is known, is executed.
func report(r *lockfacts.Reporter, fn *ssa.Function, e *lockfacts.Edge, lacks ...string) {
	check, what := checks.DoubleLock, "waits for ever"
	switch {
	case e.From.Read && e.To.Read:
		check, what = checks.RecursiveRLock, "waits for ever when a writer comes in between"
	case e.From.Read:
		what = "waits for ever, since it holds it for reading"
	}
	class := lockfacts.ShortClass(name(e.To))
	f := lockfacts.Finding{
		Check: check, Pos: e.Position(), EachPosition: true,
		Message: fmt.Sprintf("%s is locked again: %s %s; held since %s", class, lockfacts.Chain(e.To.Via, e.To.Site), what, lockfacts.Chain(e.From.Via, e.From.Site)),
		Sides:   []lockfacts.Side{lockfacts.SideOf(e)},
	}
	for _, part := range lacks {
		f.Possible, f.Lacks = true, lacks
		f.Message = "possible: " + f.Message + "; not shown that " + Parts[part]
	}
	keys := []lockgraph.EdgeKey{{Func: e.Waiter(), Class: e.To.Class, Mode: lockfacts.ModeOf(e.To.Read)}}
	q := search.Question{Kind: search.Repeated, Fn: fn, Held: e.From.Site.Token(), At: e.To.Site.Token()}
	if !r.RefutesByExecution(q, f, keys) {
		r.Report(f, keys)
	}
}

// name is the name of a lock: a parameter of a lock type has no class.
func name(l lockfacts.Lock) string {
	if l.Class != "" {
		return l.Class
	}
	return "the lock"
}
