package run

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// steered are the checks whose findings a run can decide about. Findings of
// other checks (a path without unlock, say) stay as they are.
var steered = []checks.Name{
	checks.LockOrder, checks.DoubleLock, checks.RecursiveRLock, checks.LockHeld,
}

// unshown are the checks about what a function leaves open, and about comments. No run shows that, and a person who
// asks for deadlocks does not ask for it: check and go vet report it.
var unshown = []checks.Name{checks.Unfinished, checks.DroppedError, checks.Directives, checks.TypestateComment, checks.DeclaredComment}

// staticCandidates runs the static checks on the packages of the session. When they
// cannot be run, the session goes on without them and says so.
func (pl *pipeline) staticCandidates(ctx context.Context, r static.Options) {
	pl.Progress.Say("looking at the source")
	r.Possible = true                  // a run may show the missing part
	res, err := r.Run(ctx, io.Discard) // the go command has said what is wrong with a package
	switch {
	case err != nil && ctx.Err() == nil:
		fmt.Fprintf(pl.Streams.Err, "deadlocklint: static candidates are left out: %v\n", err)
	case err == nil:
		pl.static = oncePerID(res.Findings)
	}
}

// nameExplored gives the findings of an exploration the ids, reasons and fixes of the static
// ones about the same places, as test does: one bug has one id in every command. Without
// anything to name the source is not looked at.
func (pl *pipeline) nameExplored(ctx context.Context, p *predict.Prediction) {
	if pl.isExploration() && pl.source != nil && len(p.Findings)+len(p.Blocked) > 0 {
		pl.staticCandidates(ctx, *pl.source)
	}
}

// oncePerID returns the findings that a run may show, each id once where a run can decide
// about it: a run decides about all of its places together.
func oncePerID(findings []report.Finding) []report.Finding {
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

// join gives a finding of both sides both results. A static finding that no run has
// predicted is added as a candidate with the verdict of the runs. A possible finding that no run
// has predicted is left out.
func (pl *pipeline) join(findings []report.Finding, reached *predict.Coverage) []report.Finding {
	at := map[string]int{}
	for i, f := range findings {
		at[f.ID] = i
	}
	for _, s := range pl.static {
		i, both := at[s.ID]
		if !both {
			if i, both = blockedThere(findings, s); both {
				findings[i].ID, findings[i].Check = s.ID, s.Check
			}
		}
		if !both {
			if i, both = pl.leftThere(findings, s); both && findings[i].IsBlocked() { // else it is replayed by its id
				findings[i].ID, findings[i].Check = s.ID, s.Check
				findings[i].Note = findings[i].Note && !s.Static.Default
			}
		}
		switch {
		case !both && (pl.isExploration() || !s.Static.Default && pl.only == ""): // runs do not show it
			continue
		case !both:
			findings = append(findings, notPredicted(s, &places{reached, pl.Root()}))
			continue
		}
		f := &findings[i]
		f.Static = &report.Static{Default: s.Static.Default, Reason: s.Message, Lacks: s.Static.Lacks}
		f.Suppressed, f.SuppressedBy, f.Fixes = s.Suppressed, s.SuppressedBy, s.Fixes
	}
	return findings
}

// blockedThere finds the dynamic finding, a confirmed one if there is one, that has a goroutine
// blocked where a static one says that a goroutine waits with a lock held. What
// staticTwin has given an id before it was tried is not asked again.
func blockedThere(findings []report.Finding, s report.Finding) (found int, ok bool) {
	if s.Check != checks.LockHeld || len(s.Goroutines) == 0 {
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

// waiting are the checks that say of an operation that it blocks for ever. A goroutine
// that a run left there is their finding.
var waiting = []checks.Name{
	checks.BlocksForever, checks.NeverEnds, checks.CondNobodySignals, checks.CondWaitUnconditional, checks.WaitGroupDone, checks.WaitGroupSelf,
}

// leftThere finds the goroutines that a run left blocked at the operation of a static
// finding, or a goroutine that the run shows to wait there for ever.
func (pl *pipeline) leftThere(findings []report.Finding, s report.Finding) (int, bool) {
	if !slices.Contains(waiting, s.Check) {
		return 0, false
	}
	i := slices.IndexFunc(findings, func(f report.Finding) bool {
		alone := f.IsBlocked() || f.IsDeadlock() && len(f.Goroutines) == 1
		return alone && f.Static == nil && len(f.Goroutines) > 0 && pl.sameOperation(lastStep(f.Goroutines[0]), s.Pos)
	})
	return i, i >= 0
}

// sameOperation reports whether a step waits in the operation at a position. A line may have
// several: the source tells which one has the position. A loop over a channel is no
// operation of the source, and its line has to do.
func (pl *pipeline) sameOperation(s report.Step, pos string) bool {
	if lineOf(s.Pos) != lineOf(pos) {
		return false
	}
	does, known := pl.Does(pos, s.Op)
	return !known || does && s.Pos == pos
}

// sameWait reports whether two goroutines wait at the same place, each with a
// lock held.
func sameWait(a, b report.Goroutine) bool {
	return holds(a) && holds(b) && siteOf(a.Steps[len(a.Steps)-1]) == siteOf(b.Steps[len(b.Steps)-1])
}

// holds reports whether a goroutine has taken a lock before it waits.
func holds(g report.Goroutine) bool {
	return len(g.Steps) > 1 && slices.ContainsFunc(g.Steps[:len(g.Steps)-1], func(s report.Step) bool { return s.Op == "lock" || s.Op == "rlock" })
}

// notPredicted words a static finding that the recorded runs gave no cause to try: it is a
// candidate, and counts in no command that runs the program.
func notPredicted(s report.Finding, reached *places) report.Finding {
	f := s
	f.Tests = []string{}
	missing := unreached(s, reached)
	switch {
	case len(missing) > 0:
		f.Status, f.Decides = report.StatusNotReached, "a test or program that comes there, or reading"
		f.Dynamic = &report.Dynamic{Verdict: report.VerdictNotReached, Reason: "not tried: " + strings.Join(missing, "; ")}
	case !slices.ContainsFunc(s.Goroutines, func(g report.Goroutine) bool { return slices.ContainsFunc(g.Steps, leavesPlace) }):
		f.Status, f.Decides = report.StatusNotReached, "reading"
		f.Dynamic = &report.Dynamic{Verdict: report.VerdictNotReached, Reason: "not tried: a recording does not tell whether a run came there"}
	default:
		f.Status = report.StatusNotSeen
		f.Dynamic = &report.Dynamic{Verdict: report.VerdictNotSeen, Reason: "in the recorded run every place was reached, " + cameOff(s.Check)}
	}
	return f
}

// cameOff says what a run that came to all places of a static finding has shown instead.
func cameOff(check checks.Name) string {
	switch {
	case check == checks.LockHeld:
		return "and no goroutine was left waiting there"
	case slices.Contains(steered, check):
		return "but not on the same objects by different goroutines"
	case slices.Contains(waiting, check):
		return "and no goroutine was left blocked there"
	}
	return "and nothing came of it; no run decides about it"
}

// unreached names the places of a static finding that no recorded run came to.
func unreached(f report.Finding, reached *places) []string {
	var list []string
	for _, g := range f.Goroutines {
		if why := unreachedSide(g, reached); why != "" && !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	return list
}

// unreachedSide says what a goroutine of a finding never did, or "".
func unreachedSide(g report.Goroutine, reached *places) string {
	for _, s := range g.Steps {
		if leavesPlace(s) && !reached.has(s) {
			return fmt.Sprintf("%s in %s was never reached", lineOf(s.Pos), s.Func)
		}
	}
	n := len(g.Steps)
	if n < 2 || g.Steps[n-1].Op != "lock" && g.Steps[n-1].Op != "rlock" {
		return ""
	}
	held, wanted := g.Steps[n-2], g.Steps[n-1]
	if !reached.nested(held, wanted) {
		return fmt.Sprintf("%s in %s was reached, but never holding the lock of %s", lineOf(wanted.Pos), wanted.Func, lineOf(held.Pos))
	}
	return ""
}

// leavesPlace reports whether a recording has the place at which a step was done: it has
// those of operations with a stack.
func leavesPlace(s report.Step) bool {
	for op := trace.OpNone; op < trace.OpHeader; op++ {
		if op.String() == s.Op {
			return op.Info().Arg == trace.ArgStack
		}
	}
	return false
}

// places are those that recorded runs came to, of a module at a directory.
type places struct {
	*predict.Coverage
	root string
}

func (p *places) has(s report.Step) bool {
	site := siteOf(s)
	return site.Line == 0 || p.Covers(site, p.line(s))
}

func (p *places) nested(held, wanted report.Step) bool {
	return p.CoversNesting(siteOf(held), siteOf(wanted), p.line(held), p.line(wanted))
}

// line is that of a step with the whole path of its file.
func (p *places) line(s report.Step) predict.SourceLine {
	file, line, _ := report.SplitPos(s.Pos)
	if !filepath.IsAbs(file) {
		file = filepath.Join(p.root, filepath.FromSlash(file))
	}
	return predict.SourceLine{File: file, Line: line}
}

func siteOf(s report.Step) predict.Site {
	file, line, _ := report.SplitPos(s.Pos)
	return predict.Site{Func: s.Func, File: path.Base(file), Line: line}
}

// lineOf is a position without its column.
func lineOf(pos string) string {
	file, line, _ := report.SplitPos(pos)
	return fmt.Sprintf("%s:%d", file, line)
}

// lastStep is the step at which a goroutine waits.
func lastStep(g report.Goroutine) report.Step {
	if n := len(g.Steps); n > 0 {
		return g.Steps[n-1]
	}
	return report.Step{}
}
