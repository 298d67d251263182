package run

import (
	"context"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cycles"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/stalls"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A tried stage is that of candidates which are tried: it shows the progress, and chooses the findings.
type tried struct {
	pl    *pipeline
	keeps func(*report.Finding) bool
}

// Begins shows the progress.
func (s *tried) Begins(n, of int, title string) {
	s.pl.Progress.Say("confirming %d of %d: %s", n, of, title)
}

// Keeps chooses a finding.
func (s *tried) Keeps(f *report.Finding) bool { return s.keeps(f) }

// cycles is the source of the candidates of the lock graph.
func (pl *pipeline) cycles() *cycles.Source {
	s := &cycles.Source{Session: pl.Session, Keeper: pl.keeper, Prover: &pl.prover, Static: pl.static}
	s.Untried, s.Decides = pl.withoutTries()
	s.Alone = pl.isExploration() && pl.Explore.Config.Strategy == defaultStrategy
	if pl.concurrent || s.Alone {
		s.Forcing = pl.exploring(0).Session
	}
	return s
}

// confirmAll confirms cycles of locks within the bounds, the likeliest first. forced is whether runs were forced for
// a candidate, and may have left recordings.
func (pl *pipeline) confirmAll(ctx context.Context, p *predict.Prediction, b candidate.Bounds) (findings []report.Finding, stats report.Stats, forced bool) {
	source := pl.cycles()
	source.Adopt(p.Findings)
	stats = reportStats(p.Stats)
	findings, stats.Tries = candidate.Try(ctx, source.Candidates(pl.asked(p.Findings)), b, &tried{pl, pl.announced})
	findings = cause.Unique(findings)
	source.Retell(findings, p.LockOrder, &stats)
	return findings, stats, source.HasForced()
}

// asked are the findings that the command is about.
func (pl *pipeline) asked(found []*predict.Finding) (list []*predict.Finding) {
	for _, f := range found {
		switch {
		case pl.only != "" && f.ID != pl.only:
		case pl.blocked.Expected(f):
			pl.blocked.TellChild()
		default:
			list = append(list, f)
		}
	}
	return list
}

// announced tells a confirmed finding at once. An exploration leaves out those that are about no runs of one test.
func (pl *pipeline) announced(f *report.Finding) bool {
	if pl.isExploration() && idle(f) {
		return false
	}
	if f.Status == report.StatusConfirmed && !pl.within && pl.only == "" {
		_ = pl.Out.Announce(*f) // an error shows itself at the end
	}
	return true
}

// stall confirms deadlocks of the trace programs of the session. Candidates that were
// not confirmed are counted, and are among the findings only when that was asked
// for: orders that a trace program does not know forbid much of it.
func (pl *pipeline) stall(ctx context.Context, tests []predict.ConcurrentTest, before []report.Finding, b candidate.Bounds, stats *report.Stats) ([]report.Finding, error) {
	source := &stalls.Source{Session: pl.Session, Static: pl.static, Only: pl.narrowed(), Before: before}
	if !pl.explores() {
		tests = nil
	}
	list, err := source.Candidates(ctx, tests, b, stats)
	if err != nil {
		return nil, err
	}
	findings, tries := candidate.Try(ctx, list, b, &tried{pl, func(f *report.Finding) bool {
		listed := f.Status == report.StatusConfirmed || pl.lists(f.Status)
		if !listed {
			stats.Unconfirmed++
		}
		return listed
	}})
	stats.Tries += tries
	return findings, nil
}

// withoutTries says why nothing is tried without confirming runs, and which step would decide.
func (pl *pipeline) withoutTries() (untried, decides string) {
	switch {
	case pl.ConfirmWith != "":
		return "-tries is 0", pl.ConfirmWith
	case pl.within:
		return "it was seen under another schedule, which confirming runs do not begin with", "more schedules: deadlocklint explore"
	case pl.isExploration():
		return "explore makes no confirming runs", "more schedules, or deadlocklint test"
	}
	return "-tries is 0", "confirming runs, without -tries=0"
}
