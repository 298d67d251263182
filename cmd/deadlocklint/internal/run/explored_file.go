package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner/explored"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// checkFiles refuses flags about files that do not go together.
func checkFiles(p *testflags.CommandLine) error {
	switch {
	case p.Merge && len(p.Packages) == 0:
		return errors.New("-merge needs the files of all shards; name them, such as s*.jsonl")
	case p.Shards > 0 && p.Into == "" && p.Resume == "":
		return errors.New("-shard needs a file for what it explores; name one with -results, and all of them with -merge in the end")
	}
	return nil
}

// beginFile notes what is explored for the file of -results, and reads that of -resume.
func (pl *pipeline) beginFile(p *testflags.CommandLine) error {
	if p.Resume != "" && p.Into == "" {
		pl.Into = p.Resume
	}
	if pl.Into == "" {
		return nil
	}
	source, err := explored.SourceHash(pl.Root())
	if err != nil {
		return err
	}
	pl.into = &explored.Header{
		Version: explored.Version, Module: module.Path(pl.Root()), Go: pl.Shadow.Toolchain.Version, Build: pl.Replay.Build, Source: source,
		Shard: p.Shard, Shards: p.Shards, Command: whatIsExplored(p, pl.Explore),
	}
	if p.Resume == "" {
		return nil
	}
	f, err := explored.Read(p.Resume)
	if err != nil {
		return err
	}
	if d := f.Header.Differs(*pl.into); d != "" || f.Header.Shard != p.Shard {
		if d == "" {
			d = "shards"
		}
		return fmt.Errorf("%s and this command are of different %s; carry on with the flags, the packages and the source of the first command", p.Resume, d)
	}
	pl.carried = f
	return pl.Carry(f.Results)
}

// whatIsExplored are the parts of a command line that decide it.
func whatIsExplored(p *testflags.CommandLine, opt *explorer.Options) []string {
	name := "strategy=" + opt.Config.Strategy
	if p.Early {
		name += " -early"
	}
	name += " -early-max=" + p.EarlyMax.String()
	if p.Changed != "" {
		name += " -changed=" + p.Changed + " -x capp=" + p.Heuristic
	}
	return slices.Concat([]string{
		name, fmt.Sprintf("-seed=%d", opt.Seed), fmt.Sprintf("-runs=%d", opt.Runs), fmt.Sprintf("-time=%s", opt.Time),
		fmt.Sprintf("-memory=%t", p.Memory), fmt.Sprintf("-leaks=%t", !p.NoLeaks),
	}, p.Binary(), p.Packages, p.Args)
}

// reportExplored writes the file of -results and reports it.
func (pl *pipeline) reportExplored(ctx context.Context, findings []report.Finding, results []*explorer.Result, stats report.Stats) error {
	replays, interrupted := pl.Explore.Runs == 0, ctx.Err() != nil // one run, whose choices are given
	none := !replays && pl.driven == nil && len(results) == 0 && pl.carried == nil
	if err := errors.Join(pl.keepSets(results), pl.tellUnrun(&stats, none && !interrupted)); err != nil {
		return err
	}
	f := &explored.File{Results: results, End: explored.End{Stats: stats, Failed: pl.Failed}}
	for _, g := range findings {
		f.Findings = append(f.Findings, explored.Finding{Finding: g, Decides: g.Decides, Schedule: scheduleOf(g.Replay)})
	}
	if pl.carried != nil {
		f.Carry(pl.carried)
	}
	f.End.Stats.Pruned = explored.Pruned(f.Results)
	f.End.Interrupted = slices.ContainsFunc(f.Results, func(r *explorer.Result) bool { return r.Stop == explorer.StopInterrupt }) || interrupted
	if pl.into != nil && !(none && interrupted) {
		f.Header = *pl.into
		if err := f.Write(pl.Into); err != nil {
			return err
		}
	}
	if f.End.Interrupted {
		f.End.Stats.Damaged = append(f.End.Stats.Damaged, pl.carriesOn())
	}
	return pl.reportFile(f)
}

func (pl *pipeline) carriesOn() string {
	if pl.into == nil {
		return "with -results FILE, -resume FILE and the same packages carry on next time"
	}
	return "the same command with -resume " + pl.Into + " carries on"
}

// scheduleOf is the text of the schedule that a command replays, "" for none.
func scheduleOf(replay string) string {
	name, ok := schedule.FileOf(replay)
	if !ok {
		return ""
	}
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return ""
	}
	return string(b)
}

// reportFile tells the results of the runs of each test, and reports the findings. Tests that
// were not explored as asked go into the statistics, and to the exit status.
func (pl *pipeline) reportFile(f *explored.File) error {
	pl.Progress.Done()
	stats := f.End.Stats
	pl.Failed = pl.Failed || f.End.Failed || f.End.Interrupted
	stats.Incomplete = stats.Incomplete || f.End.Interrupted
	for _, r := range f.Results {
		pl.tell(r)
		if len(r.Classes.List) > 0 {
			stats.Coverage = append(stats.Coverage, ending.Coverage(r))
		}
		stats.Isolated = append(stats.Isolated, ending.Isolations(r)...)
		if r.Inputs&boundary.Bubble != 0 {
			stats.Limits = append(stats.Limits, fmt.Sprintf("%s.%s: goroutines in a bubble of testing/synctest that its run has not made, or of a release before Go 1.25, are not explored; use deadlocklint test for them", r.Package, r.Test))
		}
		if r.FailsAlone() {
			pl.Failed, stats.Failures = true, append(stats.Failures, r.Package+"."+r.Test+" "+ending.Base(r))
		}
		if lines := ending.Incomplete(pl.Root(), r); len(lines) > 0 {
			stats.Damaged, stats.Incomplete, pl.Failed = append(stats.Damaged, lines...), true, true
		}
	}
	if len(f.Results) > 1 {
		fmt.Fprintln(pl.Streams.Err, ending.Sum(f.Results, pl.Memory))
	}
	if pl.Verbose {
		ending.TellIsolations(pl.Streams.Err, f.Results)
	}
	return pl.Report(f.Report(), stats)
}

// merge is explore -merge: one report of the files of all shards.
func merge(ctx context.Context, s command.Streams, p *testflags.CommandLine) error {
	var files []*explored.File
	for _, name := range p.Packages {
		f, err := explored.Read(name)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	f, err := explored.Merge(p.Packages, files)
	if err != nil {
		return err
	}
	work, err := module.WorkDir(p.Chdir)
	if err != nil {
		return err
	}
	pl := newPipeline(session.OpenRecording(s, p.Values, p.Keep, work))
	defer pl.Progress.Done()
	if err := pl.OpenOutput(ctx); err != nil {
		return err
	}
	for i := range f.Findings {
		g := &f.Findings[i]
		if g.Replay = ""; g.Schedule != "" {
			g.Replay = pl.KeepText(g.ID, []byte(g.Schedule))
		}
	}
	return pl.reportFile(f)
}
