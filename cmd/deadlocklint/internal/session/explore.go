package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// envExploration tells ExecExplore how to explore: explorer.Options as JSON.
const envExploration = "DEADLOCKLINT_EXPLORATION"

// ExecExplore explores the tests of a binary in place of the go command. A session that
// explores passes it to go test as -exec.
func ExecExplore(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usage(errors.New("__explore is called by deadlocklint itself; run deadlocklint explore"))
	}
	x, err := newExecution(ctx, args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt(ctx, x.dir)
	defer stop()
	carried, err := readCarried(x.dir)
	if err != nil {
		return err
	}
	for i, name := range x.tests {
		if ctx.Err() != nil {
			break
		}
		from := carried[x.target.Package]
		if from.Finished(name) {
			continue
		}
		if why := x.refusal(); why != "" {
			if err := x.unexplored(name, why); err != nil {
				return err
			}
			continue
		}
		own := x.opt
		own.Time = x.timeOf(i)
		m, list, err := exploreTest(ctx, x.target, x.dir, name, from, own)
		if err != nil {
			return err
		}
		if err := errors.Join(x.noteFound(list), runner.RecordBases(ctx, m, list)); err != nil {
			return err
		}
	}
	return nil
}

// ExploreTest explores a test that was recorded, as exploreTest does.
func (se *Session) ExploreTest(ctx context.Context, t *record.Target, name string, opt explorer.Options) error {
	if err := os.MkdirAll(se.Dir, 0o700); err != nil {
		return fmt.Errorf("cannot explore %s: %w; free some space or set TMPDIR", name, err)
	}
	own := *t
	own.Env = slices.Clone(t.Env)
	if !se.Memory {
		own.Env = append(own.Env, explorer.EnvNoMemoryPoints)
	}
	if !se.NoLeaks {
		own.Env = append(own.Env, boundary.EnvBlocked+"=1")
	}
	_, _, err := exploreTest(ctx, &own, se.Dir, name, nil, opt)
	return err
}

// exploreTest explores a test and keeps its results in the session dir, with recordings of
// the runs that may be findings.
func exploreTest(ctx context.Context, t *record.Target, dir, name string, from explorer.Checkpoints, opt explorer.Options) (*runner.Processes, []*explorer.Result, error) {
	work := exploredDir(dir, t)
	m := &runner.Processes{Target: t, Session: dir, Work: work, Test: name, Tell: func(g explorer.Progress) { tellProgress(work, g) }}
	list, err := runner.Explore(ctx, m, from, opt)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range list {
		if err := saveResult(work, r); err != nil {
			return nil, nil, err
		}
	}
	return m, list, nil
}

// exploredDir has the files of the tests of a target that were explored.
func exploredDir(dir string, t *record.Target) string { return filepath.Join(dir, "explored."+t.ID) }

func saveResult(dir string, r *explorer.Result) error {
	b, err := json.Marshal(r)
	err = errors.Join(err, os.MkdirAll(dir, 0o700))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "result."+explorer.FileName(r.Test)+".json"), b, 0o600)
	}
	if err != nil {
		return fmt.Errorf("cannot keep the exploration: %w; free some space in %s", err, dir)
	}
	return nil
}

// Explored are the results of the tests that were explored, by package and test.
func (se *Session) Explored() ([]*explorer.Result, error) {
	names, err := filepath.Glob(filepath.Join(se.Dir, "explored.*", "result.*.json"))
	if err != nil {
		return nil, err
	}
	var list []*explorer.Result
	for _, name := range names {
		b, err := regular.Read(name, regular.Limit)
		if err != nil {
			return nil, err
		}
		r := &explorer.Result{}
		if err := json.Unmarshal(b, r); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *explorer.Result) int {
		return strings.Compare(a.Package+"\x00"+a.Test, b.Package+"\x00"+b.Test)
	})
	return list, nil
}

// exploration is the variable with the options, for the children of a session.
func (se *Session) exploration() string {
	b, _ := json.Marshal(se.Explore) // it always can
	return envExploration + "=" + string(b)
}
