package cause

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

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
			return fmt.Sprintf("%s in %s was never reached", report.LineOf(s.Pos), s.Func)
		}
	}
	n := len(g.Steps)
	if n < 2 || g.Steps[n-1].Op != "lock" && g.Steps[n-1].Op != "rlock" {
		return ""
	}
	held, wanted := g.Steps[n-2], g.Steps[n-1]
	if !reached.nested(held, wanted) {
		return fmt.Sprintf("%s in %s was reached, but never holding the lock of %s", report.LineOf(wanted.Pos), wanted.Func, report.LineOf(held.Pos))
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
