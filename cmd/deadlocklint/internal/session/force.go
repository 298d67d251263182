package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A Forced has the outcome of the runs of a test in which goroutines stopped at the
// breakpoints of a plan.
type Forced struct {
	Runs int
	Met  int    // of these, in which the error was there
	Why  string // why there were none or fewer, "" for no reason
}

// Force makes runs of a test in which goroutines stop at the breakpoints of a plan, until they
// wait for each other. A run that ends in a deadlock is made again with the recorder on, as
// the endings of an exploration are, and leaves a recording in the session.
func (se *Session) Force(ctx context.Context, t *record.Target, name string, plan []byte, opt explorer.Options) (*Forced, error) {
	work, err := os.MkdirTemp(se.Dir, "forced-")
	if err != nil {
		return nil, fmt.Errorf("cannot force an order in %s: %w; free some space or set TMPDIR", name, err)
	}
	file := filepath.Join(work, "plan")
	if err := os.WriteFile(file, plan, 0o600); err != nil {
		return nil, fmt.Errorf("cannot force an order in %s: %w; free some space or set TMPDIR", name, err)
	}
	plain, stops := *t, *t
	plain.Env = append(slices.Clone(t.Env), explorer.Plain)
	stops.Env = append(slices.Clone(plain.Env), record.EnvPlan+"="+file)
	list, err := explorer.Test(ctx, &stops, work, name, nil, opt, func(explorer.Progress) {})
	if err != nil {
		return nil, err
	}
	f := &Forced{}
	for _, r := range list {
		f.Runs += r.Runs
		f.Met += r.Met
		for i := range r.Endings {
			if e := &r.Endings[i]; e.IsForced() {
				err = errors.Join(err, repeatSmaller(ctx, &plain, se.Dir, work, r.Test, e))
			}
		}
		switch {
		case r.Fails:
			f.Why = "the test fails under the base schedule"
		case r.Stop == explorer.StopStall:
			f.Why = "a run made no step"
		}
	}
	return f, err
}
