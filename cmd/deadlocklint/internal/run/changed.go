package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/revision"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/internal/impact"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// strategyCAPP is that of -changed.
const strategyCAPP = "capp"

// defaultHeuristic is that of -x capp.
const defaultHeuristic = "FA"

// changed has the modes of capp by the last letter of a heuristic's name.
var changed = map[byte]string{'S': order.ModeSome, 'A': order.ModeAll}

// heuristic reads the name of one of the paper's 14 heuristics, which is a match and a mode:
// LOS is match LO in mode SOME.
func heuristic(name string) (m impact.Match, mode string, err error) {
	if name == "" {
		name = defaultHeuristic
	}
	last := len(name) - 1
	m, err = impact.ParseMatch(name[:last])
	if mode = changed[name[last]]; err != nil || mode == "" {
		return m, "", fmt.Errorf("-x capp=%s: there is no such heuristic; write C, CO, M, MO, L, LO or F, and S or A after it", name)
	}
	return m, mode, nil
}

// strategyOf is the strategy that the flags ask for, with the defaults of its settings.
func strategyOf(p *testflags.CommandLine) (c config.Config, err error) {
	name := p.Strategy
	if name == "" {
		name = defaultStrategy
	}
	if p.Heuristic != "" && p.Changed == "" {
		return c, errors.New("-x capp says how a change orders schedules; write -changed with a revision too")
	}
	if weighs := name == strategyCAPP || name == defaultStrategy; p.Changed != "" && !weighs || p.Changed == "" && name == strategyCAPP {
		return c, errors.New("-changed goes with the strategies auto and capp, and capp needs it; write -changed with a revision, or another strategy")
	}
	c, complaint := explore.Named(name)
	if complaint != "" {
		return c, fmt.Errorf("-x strategy=%s: %s", name, complaint)
	}
	if name == strategyCAPP {
		var mode string
		_, mode, err = heuristic(p.Heuristic)
		c.Settings = search.CAPP{Mode: mode}
	}
	return c, err
}

// findImpact looks for the code that the change since a revision impacts.
func (pl *pipeline) findImpact(ctx context.Context, p *testflags.CommandLine) error {
	if p.Changed == "" {
		return nil
	}
	m, _, err := heuristic(p.Heuristic)
	if err != nil {
		return err
	}
	hunks, err := revision.Changed(ctx, p.Changed, pl.Root())
	if err != nil {
		return err
	}
	_, all, err := load.Program(ctx, load.Options{Dir: pl.Work, Patterns: p.Packages, Tests: true, Flags: p.List(), Lists: pl.Lists})
	if err != nil {
		return err
	}
	lines := impact.Of(all, pl.Root(), hunks).Ranges(m)
	switch {
	case len(hunks) == 0:
		pl.Note("no Go file differs from " + p.Changed + ", so all schedules count alike")
	case len(lines) == 0:
		pl.Note("the change since " + p.Changed + " impacts no code of these packages, so all schedules count alike")
	case len(lines) > boundary.MaxRanges:
		pl.Note(fmt.Sprintf("the change since %s impacts %d places; %d of them are used", p.Changed, len(lines), boundary.MaxRanges))
	}
	if s, mixes := pl.Explore.Config.Settings.(auto.Settings); mixes && len(lines) > 0 {
		s.Changed = true
		pl.Explore.Config.Settings = s
	}
	pl.Explore.Impact = &boundary.Impact{OnStack: m.OnStack}
	for _, r := range lines {
		pl.Explore.Impact.Lines = append(pl.Explore.Impact.Lines, boundary.LineRange{File: "/" + r.File, From: r.From, To: r.To})
	}
	return nil
}
