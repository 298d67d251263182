package missingunlock

import (
	_ "embed" // the documentation
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/search"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	helpers := map[string]bool{} // functions whose callers release what they acquire
	for _, f := range r.Facts.Funcs {
		for _, h := range f.UnlockedFor {
			helpers[h] = true
		}
	}
	for _, f := range r.Facts.Funcs {
		switch {
		case lockfacts.IsLoopBody(f.Fn):
			turns(r, f)
		case toldElsewhere(f.Fn):
		case helpers[f.Name]:
			exits(r, f, failsWith)
		default:
			exits(r, f, func(*lockfacts.Func, *lockfacts.Exit, string) bool { return true })
			if !f.Imprecise { // else there may be a path on which it is unlocked
				forgotten(r, f)
			}
		}
		if !helpers[f.Name] {
			laps(r, f)
		}
		for _, u := range f.UnlocksOfUnlocked {
			unheld(r, f, u)
		}
	}
}

// exits looks at every return with a lock held that another path releases, of those that are in question. Where
// not all paths were walked, those that were exist all the same.
func exits(r *lockfacts.Reporter, f *lockfacts.Func, in func(f *lockfacts.Func, e *lockfacts.Exit, path string) bool) {
	reported := map[string]bool{}
	for i := range f.Exits {
		e := &f.Exits[i]
		for _, h := range e.Held {
			path := h.Lock.String()
			if e.Blind || reported[path] || !f.Released[path] || !h.Lock.Known() || h.IsSignal() || !in(f, e, path) {
				continue
			}
			if deliberate(f, e, path) && !nobodyElse(r, f, h) || lockedAgain(f, path) || handsOver(r, f, path) || returnsReleaser(r, f, e, h) {
				continue
			}
			reported[path] = true
			leak(r, f, returns, e.Pos, h, fix(r, f, e, h))
		}
	}
}

// laps looks at every end of a loop body with a lock held that another path releases.
func laps(r *lockfacts.Reporter, f *lockfacts.Func) {
	reported := map[string]bool{}
	for _, l := range f.HeldAtLoopEnds {
		if path := l.Held.Lock.String(); !reported[path] {
			reported[path] = true
			leak(r, f, startsOver, l.Pos, l.Held, nil)
		}
	}
}

// turns does so for a body of a loop over a function, which goes on by returning. How
// it leaves the loop is for the function around it.
func turns(r *lockfacts.Reporter, f *lockfacts.Func) {
	reported := map[string]bool{}
	for i := range f.Exits {
		e := &f.Exits[i]
		for _, h := range e.Held {
			path := h.Lock.String()
			if e.Blind || !e.GoesOn() || reported[path] || !f.Released[path] || h.Lock.Root == "" || h.Lock.Root[0] != 'F' && h.Lock.Root[0] != 'G' {
				continue
			}
			reported[path] = true
			leak(r, f, startsOver, h.Site.Token(), h, nil)
		}
	}
}

// lockedAgain reports whether the function locks what it holds: that is the bug,
// and the returns after it are not reached.
func lockedAgain(f *lockfacts.Func, path string) bool {
	return slices.ContainsFunc(f.RepeatedLocks, func(d lockfacts.RepeatedLock) bool { return d.Held.Lock.String() == path && !d.Held.Read })
}

// deliberate reports whether the function tells its caller that it returns
// with the lock held: by a result that the paths without the lock do not have,
// or by holding it where it succeeds and releasing it where it fails.
func deliberate(f *lockfacts.Func, e *lockfacts.Exit, path string) bool {
	res := f.Fn.Signature.Results()
	for i, r := range e.Returns {
		if r.Fn != nil {
			return true // returns the function that releases it
		}
		if isBool(res.At(i).Type()) && told(f, e, i, path) {
			return r.Const != "false"
		}
		if isError(res.At(i).Type()) && r.Const != "nonnil" && failsWithout(f, i, path) {
			return true
		}
	}
	return false
}

// told reports whether result i always differs between paths with and without the lock.
func told(f *lockfacts.Func, e *lockfacts.Exit, i int, path string) bool {
	for j := range f.Exits {
		o := &f.Exits[j]
		if holds(o, path) != holds(e, path) && (o.Returns[i].Const == "" || o.Returns[i].Const == e.Returns[i].Const) {
			return false
		}
	}
	return e.Returns[i].Const != ""
}

// failsWith reports whether a function that acquires for its caller fails with the lock held, and without it
// elsewhere: then the caller does not release it where it fails.
func failsWith(f *lockfacts.Func, e *lockfacts.Exit, path string) bool {
	for i, r := range e.Returns {
		if r.Const == "nonnil" && isError(f.Fn.Signature.Results().At(i).Type()) {
			fails := func(held bool) bool {
				return slices.ContainsFunc(f.Exits, func(o lockfacts.Exit) bool {
					return holds(&o, path) == held && (o.Returns[i].Const == "nonnil") != held
				})
			}
			return fails(true) && fails(false)
		}
	}
	return false
}

// failsWithout reports whether all paths without the lock return an error.
func failsWithout(f *lockfacts.Func, i int, path string) bool {
	for j := range f.Exits {
		if o := &f.Exits[j]; !holds(o, path) && o.Returns[i].Const != "nonnil" {
			return false
		}
	}
	return true
}

func holds(e *lockfacts.Exit, path string) bool {
	return slices.ContainsFunc(e.Held, func(h lockfacts.HeldLock) bool { return h.Lock.String() == path })
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// Ends of a function with a lock held that should be free.
const (
	returns    = "returns"
	startsOver = "starts over"
)

// leak reports a lock that is held where the function does what it should not do with it.
func leak(r *lockfacts.Reporter, f *lockfacts.Func, what string, pos token.Pos, h lockfacts.HeldLock, fixes []analysis.SuggestedFix) {
	name := lockfacts.ShortClass(h.Lock.Class())
	if name == "" {
		name = "the lock"
	}
	if !pos.IsValid() {
		pos = h.Site.Token()
	}
	last := lockfacts.Step{Op: "return", Site: r.SiteOf(f, pos)}
	if what != returns {
		last.Op = "repeat"
	}
	finding := lockfacts.Finding{
		Check: checks.MissingUnlock, Pos: pos,
		Message: fmt.Sprintf("%s %s with %s locked at %s, which other paths unlock", outermost(f.Fn).Name(), what, name, lockfacts.Chain(h.Via, h.Site)),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: lockfacts.ModeOf(h.Read).String(), Class: h.Lock.Class(), Site: h.Site, Via: h.Via}, last}}},
		Fixes:   fixes,
	}
	keys := []lockgraph.EdgeKey{{Func: f.Name, Class: h.Lock.Class(), Mode: lockfacts.ModeOf(h.Read)}}
	q := search.Question{Kind: search.Leaked, Fn: f.Fn, Held: h.Site.Token()}
	if what != returns || !r.RefutesByExecution(q, finding, keys) {
		r.Report(finding, keys)
		return
	}
	if twice := r.UnlockedTwice(q); twice.IsValid() {
		unheld(r, f, lockfacts.UnlockOfUnlocked{Lock: h.Lock, Read: h.Read, Site: r.SiteOf(f, twice)})
	}
}

// outermost is the function that a loop body stands in.
func outermost(fn *ssa.Function) *ssa.Function {
	for lockfacts.IsLoopBody(fn) && fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// unheld reports an unlock of a lock that is not held, or not in that mode.
func unheld(r *lockfacts.Reporter, f *lockfacts.Func, u lockfacts.UnlockOfUnlocked) {
	name := lockfacts.ShortClass(u.Lock.Class())
	if name == "" {
		name = "the lock"
	}
	message := fmt.Sprintf("%s is unlocked, but this path has unlocked it before: the program dies", name)
	steps := []lockfacts.Step{{Op: "unlock", Class: u.Lock.Class(), Site: u.Site}}
	if h := u.Held; h != nil {
		words := "unlocked, but this path holds it for reading since %s: the program dies"
		if u.Read {
			words = "unlocked for reading, but this path holds it exclusively since %s: the program dies, or the lock stays held"
		}
		message = name + " is " + fmt.Sprintf(words, lockfacts.Chain(h.Via, h.Site))
		steps = slices.Insert(steps, 0, lockfacts.Step{Op: lockfacts.ModeOf(h.Read).String(), Class: h.Lock.Class(), Site: h.Site, Via: h.Via})
	}
	finding := lockfacts.Finding{Check: checks.UnlockUnlocked, Pos: u.Site.Token(), Message: message, Sides: []lockfacts.Side{{Steps: steps}}}
	keys := []lockgraph.EdgeKey{{Func: f.Name, Class: u.Lock.Class(), Mode: lockfacts.ModeOf(u.Read)}}
	if u.Held == nil && r.RefutesByExecution(search.Question{Kind: search.Unlocked, Fn: f.Fn, At: u.Site.Token()}, finding, keys) {
		return
	}
	r.Report(finding, keys)
}
