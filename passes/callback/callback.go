package callback

import (
	_ "embed" // the documentation
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	users := newHooks(r)
	takes := exportedTakers(r)
	for _, f := range r.Facts.Funcs {
		if isTest(r, f.Fn) {
			continue
		}
		for i := range f.Events {
			ev := &f.Events[i]
			if ev.Dynamic == nil || ev.Async != "" || len(ev.Own()) == 0 {
				continue
			}
			if name := users.name(ev.Dynamic); name != "" {
				report(r, ev, ev, name, takes)
				continue
			}
			for _, inner := range r.Facts.Behind(ev) {
				if name := users.name(inner.Dynamic); name != "" && users.gave(ev.Dynamic, inner.Dynamic) {
					report(r, ev, &inner, name, takes)
				}
			}
		}
	}
}

// A taker is an acquisition that an exported function comes to.
type taker struct {
	name string
	ev   *lockfacts.Event
}

// exportedTakers returns, for each node, what users may call that takes the lock,
// the shortest way first.
func exportedTakers(r *lockfacts.Reporter) map[string][]taker {
	takes := map[string][]taker{}
	for _, f := range r.Facts.Funcs {
		if !lockfacts.IsExported(f.Fn) || isTest(r, f.Fn) {
			continue
		}
		for i := range f.Events {
			ev := &f.Events[i]
			if node := ev.Obj.Node(); ev.IsAcquire() && ev.Async == "" && node != "" && len(ev.Conds) == 0 {
				takes[node] = append(takes[node], taker{f.Name, ev})
			}
		}
	}
	for _, list := range takes {
		slices.SortStableFunc(list, func(a, b taker) int { return len(a.ev.Via) - len(b.ev.Via) })
	}
	return takes
}

func isTest(r *lockfacts.Reporter, fn *ssa.Function) bool {
	return strings.HasSuffix(r.Pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// report tells of a call with a lock held that the function called may need. It is the
// call of ev, or one after it.
func report(r *lockfacts.Reporter, ev, call *lockfacts.Event, name string, takes map[string][]taker) {
	for _, h := range ev.Own() {
		node := h.Lock.Node()
		if slices.ContainsFunc(call.Released, func(u lockfacts.Released) bool { return u.Lock.Node() == node }) {
			continue
		}
		i := slices.IndexFunc(takes[node], func(t taker) bool { return !h.Read || !t.ev.Read || r.Facts.HasWriter(node) })
		if node == "" || i < 0 {
			continue
		}
		t := takes[node][i]
		class := lockfacts.ShortClass(h.Lock.Class())
		r.Report(lockfacts.Finding{
			Check: checks.Callback, Pos: ev.Position(),
			Message: fmt.Sprintf("%s calls the user's %s holding %s since %s: if that comes to %s, which takes the lock, it waits for ever",
				lockfacts.Chain(call.Via, call.Site), name, class, lockfacts.Chain(h.Via, h.Site), lockfacts.Chain(t.ev.Via, t.ev.Site)),
			Sides: []lockfacts.Side{{Steps: []lockfacts.Step{
				{Op: lockfacts.ModeOf(h.Read).String(), Class: h.Lock.Class(), Site: h.Site, Via: h.Via},
				{Op: "call", Class: name, Site: call.Site, Via: call.Via},
				{Op: lockfacts.ModeOf(t.ev.Read).String(), Class: t.ev.Obj.Class(), Site: t.ev.Site, Via: t.ev.Via},
			}}},
		}, []lockgraph.EdgeKey{{Func: call.Site.Func, Class: call.Dynamic.Key}, {Func: call.Site.Func, Class: h.Lock.Class(), Mode: lockfacts.ModeOf(h.Read)}})
	}
}
