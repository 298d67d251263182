package lockgraph

import (
	"context"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Result has the predictions of a relation.
type Result struct {
	Candidates []Candidate // cycles by length, then by first goroutine; infeasible by gate or goroutine last
	Limits     []Limit     // bounds that were reached: more may exist
	Stop       *Stop       // where the search was when the context ended, nil when it went to its end
	Stats      Stats
}

// preventedLength bounds the cycles that are looked for only to say that a
// gate lock or a single goroutine prevents them.
const preventedLength = 3

// preventedShare is the part of MaxCycles and of MaxSteps that is spent on them.
const preventedShare = 10

// Analyze finds the candidates of the relation and classifies each. The cost is that of
// the search for cycles plus the sync-preserving check of each cycle; see the limits in
// Options. When the context ends, so does the search, within some milliseconds once it
// has sorted the dependencies. The result then has the candidates found until then,
// with LimitTime.
func (r *Relation) Analyze(ctx context.Context, info Info) *Result {
	a := &analysis{rel: r, info: info, result: &Result{Stats: r.Stats}}
	a.search = newSearch(ctx, r, &a.limits)
	a.doubles()
	a.met()
	a.recursive()
	for n := 2; n <= r.opt.MaxLength; n++ {
		a.search.each(n, a.cycle)
	}
	a.selfSlots()
	a.prevented()
	if r.causes.dropped > 0 {
		a.limits.reach(LimitCauses)
	}
	a.result.Limits, a.result.Stop = a.limits.reached, a.search.stop
	return a.result
}

// An analysis is one call of Analyze.
type analysis struct {
	rel    *Relation
	info   Info
	search *search
	limits limits
	result *Result
}

// report adds a candidate; it reports whether there is room for more.
func (a *analysis) report(c Candidate) bool {
	if len(a.result.Candidates) >= a.rel.opt.MaxCycles {
		a.limits.reach(LimitCycles)
		return false
	}
	a.result.Candidates = append(a.result.Candidates, c)
	return true
}

// doubles reports the goroutines that waited for a lock of their own when the run ended.
func (a *analysis) doubles() {
	for _, d := range a.search.self {
		h, _ := d.holdOf(d.Lock)
		if !d.pending || a.rel.capacity(d.Lock) > 1 || !excludes(h.Mode, d.Mode) {
			continue
		}
		c := a.candidate(KindDoubleLock, []*Dependency{d}, 1)
		c.Status = Manifest
		c.Reason = fmt.Sprintf("acquired at %s, never released", a.info.site(h.Stack))
		if d.lock.handedOff {
			c.Status, c.Cause = Undecided, CauseHandOff
			c.Reason = fmt.Sprintf("%s is released by goroutines that do not hold it", a.info.class(d.Lock))
		}
		a.report(c)
	}
}

// recursive reports readers that read again.
func (a *analysis) recursive() {
	for _, d := range a.search.self {
		if h, _ := d.holdOf(d.Lock); h.Mode == Shared && d.Mode == Shared && !a.core(KindRecursiveRLock, []*Dependency{d}) {
			return
		}
	}
}

// selfSlots reports goroutines that request one more slot of a lock.
func (a *analysis) selfSlots() {
	for _, d := range a.search.self {
		if a.rel.capacity(d.Lock) > 1 && !a.core(KindCycle, []*Dependency{d}) {
			return
		}
	}
}

func (a *analysis) cycle(members []*Dependency) bool { return a.core(KindCycle, members) }

// core judges the members of a cycle with the third parties that make them
// wait: the best of the ways to choose these, and at most maxChoices of them.
func (a *analysis) core(kind Kind, members []*Dependency) bool {
	var best *Candidate
	choices := 0
	a.search.complete(slices.Clip(members), func(parties []*Dependency) bool {
		c := a.judge(kind, parties, len(members))
		if best == nil || c.Status > best.Status || c.Status == best.Status && c.spread() < best.spread() {
			best = &c
		}
		choices++
		return best.Status < Feasible && choices < maxChoices && !a.search.watch.look()
	})
	if best == nil {
		c := a.incomplete(kind, members)
		if c == nil {
			return true
		}
		best = c
	}
	return a.report(*best)
}

// spread is the distance of the goroutines' steps in the run, in
// events. Of several third parties the nearest is the easiest to bring together
// with the others: a goroutine that only comes by when the program ends is not.
func (c *Candidate) spread() uint64 {
	first, last := c.Edges[0].Seq, c.Edges[0].Seq
	for _, e := range c.Edges {
		first, last = min(first, e.Seq), max(last, e.Seq)
	}
	return last - first
}

// maxChoices bounds the ways to choose third parties that are tried for one cycle.
const maxChoices = 64

// incomplete is a cycle whose members do not wait for each other.
func (a *analysis) incomplete(kind Kind, members []*Dependency) *Candidate {
	for i, d := range members {
		lacks, ok := a.search.blocked(members, i)
		if ok {
			continue
		}
		if lacks == RoleSlot {
			return nil // not enough holders were seen: no candidate at all
		}
		c := a.candidate(kind, members, len(members))
		c.Status, c.Cause = Infeasible, CauseModes
		c.Reason = fmt.Sprintf("readers of %s do not wait for each other and no other goroutine locked it exclusively", a.info.class(d.Lock))
		for _, w := range a.search.writers[d.Lock] {
			if a.gatedWriter(&c, members, w) {
				break
			}
		}
		return &c
	}
	return nil
}

// gatedWriter says so when it is a gate lock that keeps a writer away.
func (a *analysis) gatedWriter(c *Candidate, members []*Dependency, w *Dependency) bool {
	if slices.ContainsFunc(members, func(m *Dependency) bool { return m.slot == w.slot }) {
		return false
	}
	for _, m := range members {
		if h := a.search.gate(m, w); h != nil {
			e := a.info.edge(w)
			e.Role = RoleWriter
			c.Edges = append(c.Edges, e)
			a.setGate(c, m, w, h)
			return true
		}
	}
	return false
}

// prevented reports cycles of the plain algorithm that cannot happen because
// of a gate lock or because they are one goroutine.
func (a *analysis) prevented() {
	s := a.search
	s.relaxed, s.steps = true, s.rel.opt.MaxSteps-s.rel.opt.MaxSteps/preventedShare
	strict := a.limits
	left := a.rel.opt.MaxCycles / preventedShare
	for n := 2; n <= preventedLength; n++ {
		s.each(n, func(chain []*Dependency) bool {
			if !s.prevented(chain) || s.doublyPrevented(chain) {
				return true
			}
			if left--; left < 0 {
				a.limits.reach(LimitPrevented)
				return false
			}
			return a.report(a.prevention(chain))
		})
	}
	s.relaxed = false
	if slices.Contains(a.limits.reached, LimitSteps) && !slices.Contains(strict.reached, LimitSteps) {
		a.limits = strict
		a.limits.reach(LimitPrevented)
	}
}

func (a *analysis) prevention(chain []*Dependency) Candidate {
	c := a.candidate(KindCycle, chain, len(chain))
	if chain[0].slot == chain[1].slot {
		c.Status, c.Cause = Infeasible, CauseGoroutine
		c.Reason = fmt.Sprintf("goroutine %d alone uses both orders", chain[0].G)
		return c
	}
	x, y, h := a.search.gated(chain)
	a.setGate(&c, x, y, h)
	return c
}

// setGate says that the locks of a and b have h in common.
func (a *analysis) setGate(c *Candidate, x, y *Dependency, h *Hold) {
	c.Status, c.Cause = Infeasible, CauseGate
	o, _ := y.holdOf(h.Lock)
	c.Reason = fmt.Sprintf("both hold %s, acquired at %s and at %s", a.info.class(h.Lock), a.info.site(h.Stack), a.info.site(o.Stack))
	for _, p := range []struct {
		d *Dependency
		h Hold
	}{{x, *h}, {y, o}} {
		c.Evidence = append(c.Evidence, Evidence{G: p.d.G, Op: opOf(p.h.Mode), Obj: p.h.Lock, Stack: p.h.Stack, Site: a.info.site(p.h.Stack)})
	}
	a.doubtLost(c)
}

func opOf(m Mode) trace.Op {
	if m == Shared {
		return trace.OpRLock
	}
	return trace.OpLock
}

// candidate describes the parties; the first n are members of the cycle.
func (a *analysis) candidate(kind Kind, parties []*Dependency, n int) Candidate {
	c := Candidate{Kind: kind}
	for i, d := range parties {
		e := a.info.edge(d)
		if i >= n {
			e.Role = a.roleOf(parties[:n], d)
		}
		c.Edges = append(c.Edges, e)
	}
	if kind == KindCycle && apartTests(c.Edges) {
		c.Kind = KindCross
	}
	return c
}

// roleOf returns what a third party is there for.
func (a *analysis) roleOf(members []*Dependency, d *Dependency) Role {
	for _, m := range members {
		if _, holds := d.holdOf(m.Lock); holds && a.rel.capacity(m.Lock) > 1 {
			return RoleSlot
		}
	}
	return RoleWriter
}

// apartTests reports whether every edge belongs to a test and no test has all of them.
func apartTests(edges []Edge) bool {
	common := edges[0].Tests
	for _, e := range edges {
		if len(e.Tests) == 0 {
			return false
		}
		common = slices.DeleteFunc(slices.Clone(common), func(t string) bool { return !slices.Contains(e.Tests, t) })
	}
	return len(common) == 0
}
