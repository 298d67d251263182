package cause

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// steered are the checks whose findings a run can decide about. Findings of
// other checks (a path without unlock, say) stay as they are.
var steered = []checks.Name{
	checks.LockOrder, checks.DoubleLock, checks.RecursiveRLock, checks.LockHeld,
}

// Decides reports whether runs decide about the findings of a check.
func Decides(check checks.Name) bool { return slices.Contains(steered, check) }

// unshown are the checks about what a function leaves open, and about comments. No run shows that, and a person who
// asks for deadlocks does not ask for it: check and go vet report it.
var unshown = []checks.Name{checks.Unfinished, checks.DroppedError, checks.Directives, checks.TypestateComment, checks.DeclaredComment}

// OncePerID returns the findings that a run may show. Where a run can decide about an id, the
// id comes once: a run decides about all of its places together.
func OncePerID(findings []report.Finding) []report.Finding {
	seen := map[string]bool{}
	var list []report.Finding
	for _, f := range findings {
		if slices.Contains(unshown, f.Check) || slices.Contains(steered, f.Check) && seen[f.ID] {
			continue
		}
		seen[f.ID] = true
		list = append(list, f)
	}
	return list
}

// A Source has the findings of the static checks that are joined with those of runs.
type Source struct {
	Findings  []report.Finding
	Dir       string            // to which positions are relative
	Reached   *predict.Coverage // by the recorded runs
	OnlyNames bool              // findings that no run shows are left out
	Possible  bool              // those that lack a part of their proof are shown, too
	Again     string            // the id of the schedule that is replayed: no finding gets another one; "" for none

	// Does reports whether the operation at a position is the named one; known is false where
	// the source does not tell.
	Does func(pos, op string) (does, known bool)
}

// Join gives a finding of both sides both results. A static finding that no run has
// predicted is added as a candidate with the verdict of the runs. A possible finding that no run
// has predicted is left out.
func (src *Source) Join(findings []report.Finding) []report.Finding {
	at := map[string]int{}
	for i, f := range findings {
		at[f.ID] = i
	}
	for _, s := range src.Findings {
		i, both := at[s.ID]
		if !both {
			if i, both = src.blockedThere(findings, s); both && findings[i].Check != checks.LockOrder { // a cycle is replayed by its id
				findings[i].ID, findings[i].Check = s.ID, s.Check
			}
		}
		if !both {
			if i, both = src.leftLocked(findings, s); both {
				findings[i].ID, findings[i].Check = s.ID, s.Check
			}
		}
		if !both {
			if i, both = src.leftThere(findings, s); both && findings[i].IsBlocked() { // else it is replayed by its id
				findings[i].ID, findings[i].Check = s.ID, s.Check
				findings[i].Note = findings[i].Note && !s.Static.Default
			}
		}
		switch {
		case !both && (src.OnlyNames || !s.Static.Default && !src.Possible): // runs do not show it
			continue
		case !both:
			findings = append(findings, notPredicted(s, &places{src.Reached, src.Dir}))
			continue
		}
		f := &findings[i]
		if f.Check != checks.CrossTest { // the source does not know that no test does both
			f.Check = s.Check
		}
		f.Former, f.Calls = append(f.Former, s.Former...), s.Calls
		f.Static = &report.Static{Default: s.Static.Default, Reason: s.Message, Lacks: s.Static.Lacks}
		f.Suppressed, f.SuppressedBy, f.Fixes = s.Suppressed, s.SuppressedBy, s.Fixes
	}
	return findings
}

// gives reports whether a static finding may give its id to another one.
func (src *Source) gives(id string) bool { return src.Again == "" || src.Again == id }

// blockedThere finds the dynamic finding, a confirmed one if there is one, that has a goroutine
// blocked where a static one says that a goroutine waits with a lock held. What
// staticTwin has given an id before it was tried is not asked again.
func (src *Source) blockedThere(findings []report.Finding, s report.Finding) (found int, ok bool) {
	if s.Check != checks.LockHeld || len(s.Goroutines) == 0 || !src.gives(s.ID) {
		return 0, false
	}
	for i, f := range findings {
		if f.Static != nil || !slices.ContainsFunc(f.Goroutines, func(g report.Goroutine) bool { return sameWait(g, s.Goroutines[0]) }) {
			continue
		}
		if !ok || f.Status == report.StatusConfirmed && findings[found].Status != report.StatusConfirmed {
			found, ok = i, true
		}
	}
	return found, ok
}

// leftLocked finds the deadlock that waits for a lock of which a static finding says that a function leaves it locked:
// a goroutine that has ended took the lock at that place.
func (src *Source) leftLocked(findings []report.Finding, s report.Finding) (int, bool) {
	if s.Check != checks.MissingUnlock || len(s.Goroutines) == 0 || len(s.Goroutines[0].Steps) == 0 || !src.gives(s.ID) {
		return 0, false
	}
	lock := siteOf(s.Goroutines[0].Steps[0])
	i := slices.IndexFunc(findings, func(f report.Finding) bool {
		return f.Static == nil && (f.Status == report.StatusConfirmed || f.IsBlocked()) && slices.ContainsFunc(f.Goroutines, func(g report.Goroutine) bool {
			return g.HasEnded() && slices.ContainsFunc(g.Steps, func(step report.Step) bool { return isLock(step) && siteOf(step) == lock })
		})
	})
	return i, i >= 0
}

// waiting are the checks that say of an operation that it blocks for ever. A goroutine
// that a run left there is their finding.
var waiting = []checks.Name{
	checks.BlocksForever, checks.NeverEnds, checks.CondNobodySignals, checks.CondWaitUnconditional, checks.WaitGroupDone, checks.WaitGroupSelf,
}

// leftThere finds the goroutines that a run left blocked at the operation of a static
// finding, or a goroutine that the run shows to wait there for ever.
func (src *Source) leftThere(findings []report.Finding, s report.Finding) (int, bool) {
	if !slices.Contains(waiting, s.Check) {
		return 0, false
	}
	i := slices.IndexFunc(findings, func(f report.Finding) bool {
		alone := f.IsBlocked() || f.IsDeadlock() && len(f.Blocked()) == 1
		return alone && (!f.IsBlocked() || src.gives(s.ID)) && f.Static == nil && len(f.Goroutines) > 0 && src.sameOperation(LastStep(f.Goroutines[0]), s.Pos)
	})
	return i, i >= 0
}

// ShownByWait reports whether a run shows findings of a check by goroutines that wait for ever. They wait at the operation of the
// finding, or for the lock that it leaves locked.
func ShownByWait(check checks.Name) bool {
	return slices.Contains(waiting, check) || check == checks.MissingUnlock
}

// sameOperation reports whether a step waits in the operation at a position. A line may have
// several: the source tells which one has the position. A loop over a channel is no
// operation of the source, and its line has to do.
func (src *Source) sameOperation(s report.Step, pos string) bool {
	if report.LineOf(s.Pos) != report.LineOf(pos) {
		return false
	}
	does, known := src.Does(pos, s.Op)
	return !known || does && s.Pos == pos
}

// sameWait reports whether two goroutines wait at the same place, each with a
// lock held.
func sameWait(a, b report.Goroutine) bool {
	return holds(a) && holds(b) && siteOf(a.Steps[len(a.Steps)-1]) == siteOf(b.Steps[len(b.Steps)-1])
}

// holds reports whether a goroutine has taken a lock before it waits.
func holds(g report.Goroutine) bool {
	return len(g.Steps) > 1 && slices.ContainsFunc(g.Steps[:len(g.Steps)-1], isLock)
}

func isLock(s report.Step) bool { return s.Op == "lock" || s.Op == "rlock" }
