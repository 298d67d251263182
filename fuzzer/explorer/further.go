package explorer

import (
	"context"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// RunOf makes one run of a test by a strategy that keeps its choices although the run ends well,
// such as newest or drawn. The run has a time, 0 for no limit. RunOf returns nil when the run does not come to an end. The Stop
// tells why no run of the test may. Files are kept below work.
func RunOf(ctx context.Context, t *record.Target, work, test string, config config.Config, within time.Duration) (*Ending, Stop, error) {
	return runOf(ctx, t, work, test, Options{Config: config, Seed: config.Seed, Runs: 1, Time: within})
}

func runOf(ctx context.Context, t *record.Target, work, test string, opt Options) (*Ending, Stop, error) {
	list, err := Test(ctx, t, work, test, nil, opt, func(Progress) {})
	if err != nil {
		return nil, "", err
	}
	for _, r := range list {
		if r.Test != test {
			continue
		}
		if i := slices.IndexFunc(r.Endings, func(e Ending) bool { return e.ForcedStep > 0 && e.End != boundary.Over && e.End != boundary.Stalled }); i >= 0 {
			return &r.Endings[i], r.Stop, nil
		}
		return nil, r.Stop, nil
	}
	return nil, "", nil
}
