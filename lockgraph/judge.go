package lockgraph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// judge says what is known of parties that wait for each other, if only they
// get there: the first n are the members of the cycle.
func (a *analysis) judge(kind Kind, parties []*Dependency, n int) Candidate {
	c := a.candidate(kind, parties, n)
	together := newCombination(parties)
	switch {
	case a.manifest(parties):
		c.Status = Manifest
		c.Reason = "they waited for each other when the run ended"
	case !together.align(hardPast):
		a.setHardOrder(&c, together)
	case a.handedOff(parties) != nil:
		c.Status, c.Cause = Undecided, CauseHandOff
		c.Reason = fmt.Sprintf("%s is released by goroutines that do not hold it", a.info.class(a.handedOff(parties).id))
	default:
		a.setPreserved(&c, parties)
	}
	if c.Status != Manifest {
		a.doubtLost(&c)
		a.doubtCut(&c)
	}
	return c
}

// doubtCut takes back what was not decided in time, or what events that were not
// read could change.
func (a *analysis) doubtCut(c *Candidate) {
	switch {
	case a.search.watch.over && c.Status == Undecided:
		c.Cause, c.Reason = CauseTime, "the time was used up before it was known"
	case a.rel.cut && c.Status == Infeasible && c.Cause != CauseGate && c.Cause != CauseGoroutine:
		c.Status, c.Cause = Undecided, CauseTime
		c.Reason = "the rest of the run was not looked at; before it: " + c.Reason
	}
}

// doubtLost takes back what missing events may have caused.
func (a *analysis) doubtLost(c *Candidate) {
	if c.Cause == CauseGate || c.Cause == CauseGoroutine {
		return // a held lock stays held
	}
	if n := a.rel.Stats.Lost; n > 0 && c.Status != Undecided {
		c.Reason = strings.TrimSuffix(fmt.Sprintf("%d events were lost; without them %s: %s", n, c.Status, c.Reason), ": ")
		c.Status, c.Cause, c.Witness, c.Assumption = Undecided, CauseLost, nil, ""
	}
}

// manifest reports whether all parties were waiting when the run ended.
func (a *analysis) manifest(parties []*Dependency) bool {
	return !slices.ContainsFunc(parties, func(d *Dependency) bool { return !d.pending }) && a.handedOff(parties) == nil
}

// handedOff returns a lock between the parties whose holder need not release it.
func (a *analysis) handedOff(parties []*Dependency) *lock {
	for _, d := range parties {
		if d.lock.handedOff {
			return d.lock
		}
	}
	return nil
}

// setPreserved is the verdict of the sync-preserving check.
func (a *analysis) setPreserved(c *Candidate, parties []*Dependency) {
	together := newCombination(parties)
	if set, ok := a.rel.preserve(together, &a.search.watch); ok {
		c.Status = Feasible
		c.Witness = &Witness{set, a.rel.ids}
		c.Assumption = a.assumption()
		a.setSeqs(c, together)
		return
	}
	c.Status = Undecided
	soft := newCombination(parties)
	switch {
	case !soft.align(softPast):
		c.Cause = CauseSoftOrder
		a.explain(c, soft, false)
	case slices.ContainsFunc(parties, (*Dependency).folded):
		c.Cause = CauseFolded
		c.Reason = "not among the occurrences that were kept"
	default:
		c.Cause = CauseSections
		c.Reason = "needs critical sections in another order than recorded"
		a.setSeqs(c, soft)
	}
	if c.Cause != CauseSections {
		a.noteFolded(c, parties)
	}
}

// noteFolded adds to the reason that occurrences were dropped.
func (a *analysis) noteFolded(c *Candidate, parties []*Dependency) {
	for _, d := range parties {
		if d.folded() {
			a.limits.reach(LimitInstances)
			c.Reason += fmt.Sprintf("; %d of %d occurrences at %s were kept", len(d.all()), d.Count, a.info.site(d.Stack))
			return
		}
	}
}

// setSeqs notes which occurrences are meant.
func (a *analysis) setSeqs(c *Candidate, together *combination) {
	for i := range c.Edges {
		c.Edges[i].Seq = together.instance(i).seq
	}
}

// assumption says what the witness takes for granted.
func (a *analysis) assumption() string {
	var all []string
	s := a.rel.Stats
	if a.rel.opt.MemoryRecorded {
		all = append(all, "no data race, and no control flow through memory that only the standard library, assembly or C reads or writes")
	} else {
		all = append(all, "no control flow through unrecorded memory")
	}
	for _, n := range []struct {
		count uint64
		text  string
	}{
		{s.Repeats, "%d repeated events, left out by the recorder, order nothing"},
		{s.Unpaired, "%d channel operations or reads without a recorded partner order nothing"},
		{s.Unseen, "%d uses of mechanisms that are not modelled order nothing"},
		{s.Stolen + s.Strays, "%d locks changed hands without a recorded unlock"},
	} {
		if n.count > 0 {
			all = append(all, fmt.Sprintf(n.text, n.count))
		}
	}
	return strings.Join(all, "; ")
}

// setHardOrder is the verdict on parties whose occurrences are all in hard
// order. When occurrences were dropped that only counts if the last of one is
// before the first of another.
func (a *analysis) setHardOrder(c *Candidate, together *combination) {
	c.Status, c.Cause = Infeasible, CauseHardOrder
	a.explain(c, together, true)
	if a.rel.Stats.Repeats > 0 && slices.ContainsFunc(together.deps, a.mayBeLeftOut) {
		c.Status = Undecided
		c.Reason += fmt.Sprintf("; %d events were left out as repeated", a.rel.Stats.Repeats)
		return
	}
	if slices.ContainsFunc(together.deps, (*Dependency).folded) && !allBefore(together.deps) {
		c.Status = Undecided
		a.noteFolded(c, together.deps)
	}
}

// mayBeLeftOut reports whether the recorder may have left out occurrences of d:
// it writes the first FoldAfter of each.
func (a *analysis) mayBeLeftOut(d *Dependency) bool {
	return a.rel.opt.FoldAfter == 0 || d.Count >= a.rel.opt.FoldAfter
}

// allBefore reports whether all of one come, in hard order, before all of another.
func allBefore(deps []*Dependency) bool {
	for _, d := range deps {
		for _, e := range deps {
			if d != e && e.first().past.hard.get(d.slot) >= d.tail.seq {
				return true
			}
		}
	}
	return false
}

// explain names what put the parties in order: the last occurrence of the one
// whose occurrences ran out is before the present one of another.
func (a *analysis) explain(c *Candidate, together *combination, hard bool) {
	past := softPast
	if hard {
		past = hardPast
	}
	i := together.failed
	last := together.instance(i)
	c.Reason = "every occurrence is in order"
	for j, d := range together.deps {
		at := together.instance(j)
		if j == i || past(at).get(together.deps[i].slot) < last.seq {
			continue
		}
		path := a.rel.causes.path(together.deps[i].slot, last.seq, d.slot, at.seq, hard)
		if len(path) > 0 {
			c.Evidence = a.evidence(path)
			c.Reason = fmt.Sprintf("goroutine %d is always past it when goroutine %d gets there: %s", together.deps[i].G, d.G, a.describe(path))
		}
		return
	}
}

// evidence lists the events of a path.
func (a *analysis) evidence(path []cause) []Evidence {
	var list []Evidence
	for _, why := range path {
		e := Evidence{G: why.g, Seq: why.seq, Op: why.op, Obj: why.obj, Stack: why.stack}
		if why.stack != 0 {
			e.Site = a.info.site(why.stack)
		}
		list = append(list, e)
	}
	return list
}

// describe names the last step of a path that has a place in the source.
func (a *analysis) describe(path []cause) string {
	why := path[len(path)-1]
	for _, w := range path {
		if w.stack != 0 {
			why = w
		}
	}
	if why.stack == 0 {
		for _, w := range path { // a timer's goroutine has no place, but the timer has a name
			if w.via != 0 {
				why = w
			}
		}
		return "ordered by " + mechanism(why)
	}
	return fmt.Sprintf("ordered by %s at %s", mechanism(why), a.info.site(why.stack))
}

// mechanism names what a cause orders by.
func mechanism(why cause) string {
	switch why.op {
	case trace.OpGo:
		return "go"
	case trace.OpWGAdd, trace.OpWGDone:
		return "WaitGroup.Wait"
	case trace.OpSent, trace.OpReceived, trace.OpRecvClosed:
		return "channel"
	case trace.OpSignal, trace.OpBroadcast, trace.OpWake:
		return "Cond"
	case trace.OpOnceDone:
		return "Once.Do"
	case trace.OpTryFail:
		return "a failed TryLock"
	case trace.OpLoad:
		return "an atomic variable"
	case trace.OpRead:
		return "memory that one wrote and the other read"
	}
	if why.via == 0 {
		return "a release and an acquire"
	}
	return trace.Via(why.via).String()
}
