package run

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// failures are the failing schedules of the tests that were explored, and the runs that
// reached their limit, with the results of the tests; events of the recorder are judged by others.
func (pl *pipeline) failures() (list []report.Finding, results []*explorer.Result, err error) {
	if results, err = pl.Explored(); err != nil {
		return nil, nil, err
	}
	targets, err := record.Targets(pl.Dir)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range results {
		if pl.within && pl.Verbose {
			pl.tell(r)
		}
		for i := range r.Endings {
			f, ok := pl.keeper.Finding(r, &r.Endings[i], targets, pl.within)
			if ok && !slices.ContainsFunc(list, func(o report.Finding) bool { return o.ID == f.ID }) {
				list = append(list, f)
			}
		}
	}
	return list, results, nil
}

// tell says what the runs of a test came to, in a line.
func (pl *pipeline) tell(r *explorer.Result) {
	ending.Tell(pl.Streams.Err, r, pl.Memory, pl.Verbose || pl.Early)
}
