// Package run has the commands that most users need: test, run, confirm, predict,
// record, trace and env.
//
// A session records the program. Package predict makes candidates of the recording.
// A [claim] takes a candidate of the lock graph through package confirm; a [stalled]
// does so for a trace program. The pipeline joins both with the findings of the
// static checks and of the protocols of the module. It hands one finding for each id
// to the output.
//
// The package decides which candidates are tried, for how long, and how the findings
// of several sources become one list. Verdicts come from package confirm.
package run

import (
	"context"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/blocked"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cycles"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner/explored"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A pipeline is a session with the findings that join its predictions: those of the
// static checks, and the protocols of the module.
type pipeline struct {
	*session.Session
	static    []report.Finding    // candidates of the static checks
	unchecked []string            // packages that the static checks could not look at
	source    *static.Options     // the static checks that explore runs when it has a finding; nil for none
	calls     *protocol.Protocols // of the module, nil when it has none
	only      string              // the id that deadlocklint confirm is asked about, "" for all
	prover    cycles.Prover       // of findings that can happen in no run
	keeper    *ending.Keeper      // of schedules
	blocked   *blocked.Source     // goroutines that were blocked when recorded runs ended

	concurrent bool // concurrent tests are explored, too
	within     bool // this is such an exploration: how its runs end otherwise is no failure

	into    *explored.Header   // of the file of -results, nil for none
	sets    *explored.SetsFile // that of -x sets, nil for none
	carried *explored.File     // that of -resume, nil for none

	driven map[string]drive.Test // tests that were generated, by name; nil for those of the user
	drove  []report.Driven       // the packages for which they were generated
	raced  []report.Finding      // the races of these tests
}

// testPipeline opens a session for the tests that the flags name, in the module that has them.
func testPipeline(ctx context.Context, s command.Streams, p *testflags.CommandLine) (*pipeline, error) {
	work, err := module.WorkDir(p.Chdir)
	if err != nil {
		return nil, err
	}
	env, err := module.Open(ctx, work, p.Packages)
	if err != nil {
		return nil, err
	}
	return NewPipeline(ctx, s, p.Values, env)
}

// NewPipeline opens a session of its own.
func NewPipeline(ctx context.Context, s command.Streams, own flags.Values, env goenv.Env) (*pipeline, error) {
	se, err := session.New(ctx, s, own, env)
	if err != nil {
		return nil, err
	}
	return newPipeline(se), nil
}

func newPipeline(se *session.Session) *pipeline {
	keeper := &ending.Keeper{Session: se}
	return &pipeline{Session: se, keeper: keeper, blocked: &blocked.Source{Session: se, Keeper: keeper}}
}

func reportStats(s predict.Stats) report.Stats {
	return report.Stats{
		Tests: s.Tests, Processes: s.Processes, Events: s.Events, Folded: s.Folded, Lost: s.Lost,
		Limits:  append([]string{}, s.Limits...),
		Damaged: append([]string{}, s.Damaged...),
		Unseen:  append([]string{}, s.Unmodelled...),
	}
}

// checkProtocols checks the protocols of the module, unless it has none or another
// finding is asked about.
func (pl *pipeline) checkProtocols(ctx context.Context, b candidate.Bounds, stats *report.Stats) ([]report.Finding, error) {
	if pl.calls == nil || pl.only != "" {
		return nil, nil
	}
	within, enough := b.Purse.Within(ctx)
	defer enough()
	return pl.calls.CheckRecorded(ctx, within, b.Deadline, stats)
}
