package explorer

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// RunOf makes one run of a test by a strategy that keeps its choices although the run ends well,
// such as newest or drawn. It returns nil when the run does not come to an end. Files are kept
// below work.
func RunOf(ctx context.Context, t *record.Target, work, test string, config explore.Config) (*Ending, error) {
	return runOf(ctx, t, work, test, Options{Config: config, Seed: config.Seed, Runs: 1})
}

func runOf(ctx context.Context, t *record.Target, work, test string, opt Options) (*Ending, error) {
	list, err := Test(ctx, t, work, test, nil, opt, func(Progress) {})
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		i := slices.IndexFunc(r.Endings, func(e Ending) bool { return e.ForcedStep > 0 && e.End != boundary.Over && e.End != boundary.Stalled })
		if r.Test == test && i >= 0 {
			return &r.Endings[i], nil
		}
	}
	return nil, nil
}
