package driver

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// steered are the checks whose findings a run can decide about. What others
// report (a path without unlock, say) is for deadlocklint ./... alone.
var steered = []string{
	lockgraph.KindCycle.String(), lockgraph.KindDoubleLock.String(), lockgraph.KindRecursiveRLock.String(), lockHeld,
}

// lockHeld is the check of locks held while waiting for something else.
const lockHeld = "lock-held"

// staticCandidates runs the static checks on what the session runs. When they
// cannot be run, the session goes on without them and says so.
func (se *session) staticCandidates(ctx context.Context, r staticRun) {
	se.progress.say("looking at the source")
	res, err := r.run(ctx, io.Discard) // the go command has said what is wrong with a package
	switch {
	case err != nil && ctx.Err() == nil:
		fmt.Fprintf(se.streams.Err, "deadlocklint: static candidates are left out: %v\n", err)
	case err == nil:
		se.static = onlySteered(res.findings)
	}
}

// onlySteered returns the findings that a run can decide about, each id once.
func onlySteered(findings []report.Finding) []report.Finding {
	seen := map[string]bool{}
	var list []report.Finding
	for _, f := range findings {
		if slices.Contains(steered, f.Check) && !seen[f.ID] {
			seen[f.ID] = true
			list = append(list, f)
		}
	}
	return list
}

// join gives a finding of both sides both results. Static candidates that no
// run has predicted are added, with the place that was not reached.
func (se *session) join(findings []report.Finding, reached *predict.Reached) []report.Finding {
	at := map[string]int{}
	for i, f := range findings {
		at[f.ID] = i
	}
	for _, s := range se.static {
		i, both := at[s.ID]
		if !both {
			findings = append(findings, notPredicted(s, reached))
			continue
		}
		f := &findings[i]
		f.Static = &report.Static{Default: s.Static.Default, Reason: s.Message}
		f.Suppressed, f.SuppressedBy = s.Suppressed, s.SuppressedBy
	}
	return findings
}

// notPredicted words a static candidate that the recorded runs gave no cause to
// try.
func notPredicted(s report.Finding, reached *predict.Reached) report.Finding {
	f := s
	f.Status = report.StatusNotReached
	f.Tests = []string{}
	missing := unreached(s, reached)
	why := strings.Join(missing, "; ")
	switch {
	case len(missing) > 0:
		f.Decides = "a test or program that comes there, or reading"
	case s.Check == lockHeld:
		why = "every place was reached; goroutines that wait for something else than a lock are not steered"
		f.Decides = "reading: who answers needs the lock"
	default:
		why = "every place was reached, but not on the same objects by different goroutines"
		f.Decides = "a test or program that does so, or reading"
	}
	f.Dynamic = &report.Dynamic{Verdict: report.VerdictNotReached, Reason: "not tried: " + why}
	return f
}

// unreached names the places of a static finding that no recorded run came to.
func unreached(f report.Finding, reached *predict.Reached) []string {
	var list []string
	for _, g := range f.Goroutines {
		if why := unreachedSide(g, reached); why != "" && !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	return list
}

// unreachedSide says what a goroutine of a finding never did, or "".
func unreachedSide(g report.Goroutine, reached *predict.Reached) string {
	var sites []predict.Site
	for _, s := range g.Steps {
		site := siteOf(s)
		if site.Line > 0 && !reached.Has(site) {
			return fmt.Sprintf("%s in %s was never reached", lineOf(s.Pos), s.Func)
		}
		sites = append(sites, site)
	}
	n := len(g.Steps)
	if n < 2 || g.Steps[n-1].Op != "lock" && g.Steps[n-1].Op != "rlock" {
		return ""
	}
	held, wanted := g.Steps[n-2], g.Steps[n-1]
	if !reached.Nested(sites[n-2], sites[n-1]) {
		return fmt.Sprintf("%s in %s was reached, but never holding the lock of %s", lineOf(wanted.Pos), wanted.Func, lineOf(held.Pos))
	}
	return ""
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
