package run

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// staticCandidates runs the static checks on the packages of the session. When they
// cannot be run, the session goes on without them and says so.
func (pl *pipeline) staticCandidates(ctx context.Context, r static.Options) {
	pl.Progress.Say("looking at the source")
	r.Possible = true                  // a run may show the missing part
	res, err := r.Run(ctx, io.Discard) // the go command has said what is wrong with a package
	switch {
	case err != nil && ctx.Err() == nil:
		pl.LeftOut("static candidates are left out", err)
	case err == nil:
		pl.static, pl.unchecked = cause.OncePerID(res.Findings), res.Unchecked
	}
}

// tellUnchecked says what the static checks could not look at, unless the go command has said why.
func (pl *pipeline) tellUnchecked() {
	for _, line := range pl.unchecked {
		if !pl.Unbuilt {
			pl.LeftOut("static candidates are left out", errors.New(line))
		}
	}
}

// nameExplored gives the findings of an exploration the ids, reasons and fixes of the static
// ones about the same places, as test does: one bug has one id in every command. Without
// anything to name the source is not looked at.
func (pl *pipeline) nameExplored(ctx context.Context, p *predict.Prediction) {
	if pl.isExploration() && pl.source != nil && len(p.Findings)+len(p.Blocked)+len(p.Observed) > 0 {
		pl.staticCandidates(ctx, *pl.source)
	}
}

// join gives a finding of both sides both results ([cause.Source]).
func (pl *pipeline) join(findings []report.Finding, reached *predict.Coverage) []report.Finding {
	s := cause.Source{Findings: pl.static, Dir: pl.Root(), Does: pl.Does, Reached: reached, OnlyNames: pl.isExploration(), Possible: pl.only != "", Again: pl.keeper.Again()}
	ids := make([]string, len(findings))
	for i := range findings {
		ids[i] = findings[i].ID
	}
	findings = s.Join(findings)
	for i, id := range ids {
		pl.keepAs(&findings[i], id)
	}
	return findings
}

// keepAs keeps the schedule of a finding that had another id until the source gave it one: a replay
// tells the id of its schedule.
func (pl *pipeline) keepAs(f *report.Finding, former string) {
	name, ok := schedule.FileOf(f.Replay)
	if f.ID == former || !ok {
		return
	}
	s, err := schedule.Read(name)
	if err != nil { // of another version
		return
	}
	if replay := pl.KeepSchedule(s, f.ID, func(replay string) report.Finding { return session.Replayed(f, replay) }); replay != "" {
		moveLog(name, former, f.ID)
		f.Replay = replay
	}
}

// moveLog gives the log beside a schedule the name of another schedule that stands for it, and removes the former one.
func moveLog(name, former, id string) {
	dir := filepath.Dir(name)
	_ = os.Rename(filepath.Join(dir, schedule.LogName(former)), filepath.Join(dir, schedule.LogName(id))) // without its log a schedule is complete
	_ = os.Remove(name)                                                                                   // a file that stays is only one too many
}
