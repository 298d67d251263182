package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner"
)

// Force makes runs of a test in which goroutines stop at the breakpoints of a plan, until they
// wait for each other. A run that ends in a deadlock is repeated with the recorder on, as
// the endings of an exploration are. It leaves a recording in the session.
func (se *Session) Force(ctx context.Context, t *record.Target, name string, plan []byte, opt explorer.Options) (*runner.Forced, error) {
	work, err := os.MkdirTemp(se.Dir, "forced-")
	if err != nil {
		return nil, fmt.Errorf("cannot force an order in %s: %w; free some space or set TMPDIR", name, err)
	}
	file := filepath.Join(work, "plan")
	if err := os.WriteFile(file, plan, 0o600); err != nil {
		return nil, fmt.Errorf("cannot force an order in %s: %w; free some space or set TMPDIR", name, err)
	}
	t = explorer.Original(t)
	plain, stops := *t, *t
	plain.Env = append(slices.Clone(t.Env), explorer.EnvNoMemoryPoints)
	stops.Env = append(slices.Clone(plain.Env), boundary.EnvPlan+"="+file)
	return runner.Force(ctx, &runner.Processes{Target: &stops, Again: &plain, Session: se.Dir, Work: work, Test: name}, opt)
}
