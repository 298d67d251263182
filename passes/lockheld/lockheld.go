package lockheld

import (
	_ "embed" // the documentation
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

// answers says which operations end a wait.
var answers = map[trace.Op][]trace.Op{
	trace.OpSend:   {trace.OpRecv},
	trace.OpRecv:   {trace.OpSend, trace.OpClose},
	trace.OpWGWait: {trace.OpWGDone},
	trace.OpWait:   {trace.OpSignal, trace.OpBroadcast},
}

// condsLock is a lock that is known by the field of a Cond only.
const condsLock = "sync.Cond.L"

func run(r *lockfacts.Reporter) {
	for _, w := range r.Facts.Blocks {
		ops, waits := answers[w.Op]
		if len(w.Held) == 0 || r.Facts.Func(w.Func) == nil {
			continue // the package that has the waiter knows best: its excuse is in its functions
		}
		if w.ForNobody() {
			stuck(r, w)
			continue
		}
		if w.Op == trace.OpWGWait && knownBetter(r, w) {
			continue
		}
		if !waits || w.Escapes && !w.Patient || !w.Position().IsValid() || w.Op == trace.OpSend && !r.Facts.Unbuffered(w.Node) {
			continue
		}
		who, kept := whoAnswers(r, w, ops)
		if kept || givesBack(r, w, who) {
			continue
		}
		left(r, w, who)
		for _, h := range w.Held {
			if h.Lock.Node() == condsLock || isForeign(r, w, h) || inStock(r, w, h) {
				continue // that of some Cond, of this one most likely, or another package's business, or no wait at all
			}
			if locks := r.Facts.CondLocks(w.Node); w.Op != trace.OpWait || len(locks) > 0 && !slices.Contains(locks, h.Lock.Node()) {
				held(r, w, h, who)
			}
		}
	}
}

// isForeign reports whether functions of other packages take the lock and wait, after one call
// of this one: they see both, and the excuse.
func isForeign(r *lockfacts.Reporter, w *lockfacts.Communication, h lockfacts.HeldLock) bool {
	if r.Facts.Func(w.Site.Func) != nil || r.Facts.Func(h.Site.Func) != nil {
		return false
	}
	return len(h.Via) == 0 || r.Facts.Func(h.Via[0].Func) == nil || len(w.Via) > 0 && w.Via[0].Pos == h.Via[0].Pos
}

// whoAnswers returns the operations that end a wait. A send of a constructor happens once and
// does not count, unless the token is kept. A sender that wakes the receiver up then sends
// once more, so that the next receive finds a token.
func whoAnswers(r *lockfacts.Reporter, w *lockfacts.Communication, ops []trace.Op) (who []*lockfacts.Communication, kept bool) {
	token := false
	wakes := map[string]bool{} // functions that send without waiting
	for _, a := range r.Facts.On(w.Node) {
		if !slices.Contains(ops, a.Op) || w.Op == trace.OpWGWait && isOtherGroup(r, w, a) || givenBelow(r, a) || r.Facts.HeldApart(w.Holder, a.Holder) {
			continue
		}
		if a.Once && a.Op != trace.OpClose {
			token = true
			continue
		}
		wakes[a.Func] = wakes[a.Func] || a.Escapes
		who = append(who, a)
	}
	kept = token && slices.ContainsFunc(who, func(a *lockfacts.Communication) bool { return !a.Escapes && wakes[a.Func] })
	return who, kept
}

// givenBelow reports whether an answer comes after a call of a function argument, and the functions that start a
// goroutine with such an argument are known. These have the answer as well.
func givenBelow(r *lockfacts.Reporter, a *lockfacts.Communication) bool {
	return a.CallsArgument() && slices.ContainsFunc(r.Facts.On(a.Node), func(o *lockfacts.Communication) bool {
		return len(o.Via) > 0 && o.Via[len(o.Via)-1].Pos == o.Async && o.Op == a.Op && o.Site.Pos == a.Site.Pos && !o.CallsArgument()
	})
}

// isOtherGroup reports whether the WaitGroup that is done with is not known to be the
// WaitGroup of the waiter, because they are part of objects in different fields. One
// done is enough to report a wait, so they had better be one.
func isOtherGroup(r *lockfacts.Reporter, w, a *lockfacts.Communication) bool {
	return w.Holder != "" && a.Holder != "" && w.Holder != a.Holder || knownBetter(r, a)
}

// knownBetter reports whether a function only sees part of an object that it was
// given, and its caller knows the object.
func knownBetter(r *lockfacts.Reporter, b *lockfacts.Communication) bool {
	return b.Holder == "" && slices.ContainsFunc(r.Facts.On(b.Node), func(o *lockfacts.Communication) bool {
		return o.Op == b.Op && o.Holder != "" && o.Site.Pos == b.Site.Pos
	})
}

// countsUnder reports whether a done happens under the lock in a goroutine that was not
// started for it: then what is done was added under it as well.
func countsUnder(a *lockfacts.Communication, node string) bool {
	return a.Op == trace.OpWGDone && a.Async == "" && holds(a, node) && !startedOnly(a)
}

// startedOnly reports whether an operation happens in goroutines that were started
// for it.
func startedOnly(a *lockfacts.Communication) bool {
	return !slices.ContainsFunc(a.Contexts, func(root string) bool { return !strings.HasPrefix(root, "go ") })
}

// holdsAllTheTime reports whether the answering goroutine takes the token that it gives back,
// and holds the lock from before it takes it. Then no other goroutine waits with that lock. A
// channel that is closed is not given back.
func holdsAllTheTime(r *lockfacts.Reporter, a *lockfacts.Communication, node string) bool {
	return a.Op != trace.OpClose && holds(a, node) && slices.ContainsFunc(r.Facts.On(a.Node), func(b *lockfacts.Communication) bool {
		_, waits := answers[b.Op]
		return waits && b.Func == a.Func && b.Async == a.Async && b.Op != a.Op && holds(b, node)
	})
}

// insteadOf reports whether who could answer may take the lock when another case of
// its select comes first. Where several goroutines wait in that select, the others
// still answer.
func insteadOf(r *lockfacts.Reporter, w, a *lockfacts.Communication, h lockfacts.HeldLock) bool {
	return h.Waits(a.Instead, w, a) && r.Facts.Alone(a)
}

func holds(b *lockfacts.Communication, node string) bool {
	return slices.ContainsFunc(b.Held, func(h lockfacts.HeldLock) bool { return h.Lock.Node() == node })
}

// others reports whether two operations are, in all likelihood, on different
// objects of one class: on those that different fields hold, or one of them on
// its argument.
func others(w, a *lockfacts.Communication) bool {
	return w.Holder != "" && (a.Given || a.Holder != "" && a.Holder != w.Holder)
}

// held reports a lock that every answering goroutine needs.
func held(r *lockfacts.Reporter, w *lockfacts.Communication, h lockfacts.HeldLock, who []*lockfacts.Communication) {
	node := h.Lock.Node()
	if len(who) == 0 || node == "" {
		return
	}
	needs := func(a *lockfacts.Communication) bool {
		return (h.Waits(a.Before, w, a) || insteadOf(r, w, a, h)) && !others(w, a) && (lockfacts.Parallel(a.Contexts, w.Contexts) || a.Async != "") && !holdsAllTheTime(r, a, node) && !countsUnder(a, node) && !told(r, w, a, node) && !woken(r, w, a, node) && !isBelow(r, w, a, h) && !startedWith(r, a, h)
	}
	first := slices.IndexFunc(who, needs)
	others := w.Op != trace.OpWGWait && slices.ContainsFunc(who, func(a *lockfacts.Communication) bool { return !needs(a) || elsewhere(r, w, a, h) })
	if first < 0 || others && !r.ShowsPossible() {
		return // one late Done is enough for a WaitGroup, which waits for all
	}
	a := who[first]
	how := "before it answers"
	if !h.Waits(a.Before, w, a) {
		how = "when it does something else instead of answering"
	}
	until := ""
	if w.Escapes {
		until = " until its context ends,"
	}
	class := lockfacts.ShortClass(h.Lock.Class())
	f := lockfacts.Finding{
		Check: checks.LockHeld, Pos: w.Position(),
		Message: fmt.Sprintf("%s waits %s%s holding %s since %s, but %s takes that lock %s (by %s)",
			lockfacts.Chain(w.Via, w.Site), wording.Waits(w.Op.String(), lockfacts.ShortClass(w.Node)), until, class, lockfacts.Chain(h.Via, h.Site), lockfacts.Chain(a.Via, a.Site), how, wording.A(a.Op.String())),
		FormerKeys: []lockgraph.EdgeKey{{Func: w.Site.Func, Class: w.Node}, {Func: a.Site.Func, Class: h.Lock.Class()}},
		Sides: []lockfacts.Side{
			{Steps: []lockfacts.Step{{Op: "lock", Class: h.Lock.Class(), Site: h.Site, Via: h.Via}, {Op: w.Op.String(), Class: w.Node, Site: w.Site, Via: w.Via}}},
			{Steps: []lockfacts.Step{{Op: a.Op.String(), Class: a.Node, Site: a.Site, Via: a.Via}}},
		},
	}
	if others {
		f.Possible, f.Lacks = true, []string{"answer"}
		f.Message = "possible: " + f.Message + "; not shown that no other goroutine answers"
	}
	r.Report(f, []lockgraph.EdgeKey{{Func: w.Site.Func, Class: w.Node}})
}
