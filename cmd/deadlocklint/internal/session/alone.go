package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// asFirst looks for endings that need state which earlier runs of the test have left in the process, such as a
// variable of the package. An ending is made again as the first run of a process. When it
// does not happen so, and more is asked for, each of some further runs gets a process of its own. An
// ending that none of these shows is behind others.
func (x *testExploration) asFirst(ctx context.Context, list []*explorer.Result, more bool, opt explorer.Options, start time.Time) error {
	behind := false
	for _, r := range list {
		n := 0
		for i := range r.Endings {
			e := &r.Endings[i]
			if !r.Counts(e) || n == maxRepeats {
				continue
			}
			n++
			if err := x.alone(ctx, r.Test, e); err != nil {
				return err
			}
			behind = behind || e.Behind
		}
	}
	if !behind || !more || ctx.Err() != nil {
		return nil
	}
	opt.Apart, opt.Runs, opt.Time = true, min(opt.Runs, apartRuns), rest(opt.Time, start)
	apart, err := x.explore(ctx, x.work+".first", nil, opt)
	if err != nil {
		return err
	}
	useFirst(list, apart)
	return nil
}

// alone makes an ending again as the first run of a process. The recording is of no use: the run is made
// once more for the report.
func (x *testExploration) alone(ctx context.Context, test string, e *explorer.Ending) error {
	if !e.Follows() {
		return nil
	}
	dir, err := os.MkdirTemp(x.work, "alone-")
	if err != nil {
		return fmt.Errorf("cannot make run %d again: %w; free some space in %s", e.Run, err, x.work)
	}
	defer os.RemoveAll(dir)
	first := *e
	first.Fresh = true
	seen, err := explorer.Repeat(context.WithoutCancel(ctx), x.target, dir, test, &first, io.Discard)
	if err != nil {
		return err
	}
	e.Behind = !seen.Again
	return nil
}

// useFirst puts endings of first runs in the place of those that are like them and behind others.
func useFirst(list, first []*explorer.Result) {
	for _, r := range list {
		j := slices.IndexFunc(first, func(o *explorer.Result) bool { return o.Test == r.Test })
		for i := range r.Endings {
			if e := &r.Endings[i]; j >= 0 && e.Behind {
				if found := first[j].Like(e); found != nil && found.Fresh {
					*e = *found
				}
			}
		}
	}
}
