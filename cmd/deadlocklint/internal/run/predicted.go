package run

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/stalls"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// predicted returns what the session's recording and the static checks make
// look possible, as ids. When nothing could be recorded, for want of tests
// say, it is a finding of the static checks.
func (pl *pipeline) predicted(ctx context.Context, recording error, errs io.Writer) ([]report.Finding, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if recording != nil {
		fmt.Fprintf(errs, "deadlocklint: nothing was recorded (%v), so what only runs find counts as new\n", recording)
		return pl.static, nil
	}
	p, err := predict.Predict(ctx, pl.Dir, predict.Options{Time: pl.predictTime(), From: &pl.Programs}, func(int, int) {})
	if err != nil {
		return nil, err
	}
	pl.cycles().Adopt(p.Findings)
	list := slices.Clone(pl.static)
	for _, f := range p.Findings {
		list = append(list, report.Finding{ID: f.ID})
	}
	if !pl.NoCondvar {
		s, err := predict.CheckPrograms(ctx, pl.Dir, stalls.Options(pl.Session, candidate.Bounds{Deadline: pl.Deadline()}), func(int, int) {})
		if err != nil {
			return nil, err
		}
		for _, d := range s.Deadlocks {
			list = append(list, report.Finding{ID: d.ID})
		}
	}
	violations, err := pl.checkProtocols(ctx, candidate.Bounds{}, new(report.Stats))
	return append(list, violations...), err
}
