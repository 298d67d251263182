package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
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

// forcedApart is how many runs of a plan get a process each, at most, when a deadlock needed the
// runs before.
const forcedApart = 20

// Force makes runs of a test in which goroutines stop at the breakpoints of a plan, until they
// wait for each other. A run that ends in a deadlock is repeated with the recorder on, as
// the endings of an exploration are. It leaves a recording in the session. The deadlock may
// depend on state that earlier runs left. Then some more runs follow, each in a process of its
// own.
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
	plain.Env = append(slices.Clone(t.Env), explorer.EnvNoMemoryPoints)
	stops.Env = append(slices.Clone(plain.Env), boundary.EnvPlan+"="+file)
	p := &planned{dir: se.Dir, name: name, stops: &stops, plain: &plain}
	again, err := p.force(ctx, work, opt)
	if err == nil && !again && p.spoiled && ctx.Err() == nil {
		opt.Isolate, opt.Runs = true, min(opt.Runs, forcedApart)
		if again, err = p.force(ctx, filepath.Join(work, "apart"), opt); !again && p.Why == "" {
			p.Why = "its goroutines wait for each other only behind other runs in one process"
		}
	}
	return &p.Forced, err
}

// A planned is a test with a plan.
type planned struct {
	Forced
	dir, name    string
	stops, plain *record.Target // with the plan, and without it
	spoiled      bool           // a run ended in a deadlock that needed what runs before have left
}

// force makes runs, and reports whether one ended in a deadlock that happened again.
func (p *planned) force(ctx context.Context, work string, opt explorer.Options) (again bool, err error) {
	list, err := explorer.Test(ctx, p.stops, work, p.name, nil, opt, func(explorer.Progress) {})
	if err != nil {
		return false, err
	}
	for _, r := range list {
		p.Runs += r.Runs
		p.Met += r.Met
		for i := range r.Endings {
			if e := &r.Endings[i]; e.IsForced() {
				err = errors.Join(err, repeatSmaller(ctx, p.plain, p.dir, work, r, e, explorer.RepeatAlone))
				again = again || e.Seen != nil && e.Seen.Again
			}
		}
		p.spoiled = p.spoiled || r.IsSpoiled()
		switch {
		case r.Fails:
			p.Why = "the test fails under the base schedule"
		case r.Stop == explorer.StopStall:
			p.Why = "a run made no step"
		}
	}
	return again, err
}
