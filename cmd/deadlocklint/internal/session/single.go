package session

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// SingleTest builds the only test that a command line names, and returns it with a schedule
// that has no choices yet. It is an error when there are several, or none.
func (se *Session) SingleTest(ctx context.Context, p *testflags.CommandLine) (*record.Target, *schedule.Schedule, error) {
	s, err := se.singlePackage(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	t, err := se.buildTest(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	if name, err := t.Undefined(ctx, p.Handed); err != nil {
		return nil, nil, err
	} else if name != "" {
		return nil, nil, notDefined(p, name, t.Package)
	}
	names, err := explorer.Tests(ctx, t, p.Run, flagValue(s.Args, "skip"))
	switch {
	case err != nil:
		return nil, nil, err
	case len(names) == 0:
		return nil, nil, command.Usage(fmt.Errorf("%s has no test that matches; name one with -run", s.Package))
	case len(names) > 1:
		return nil, nil, command.Usage(fmt.Errorf("%s has %d tests that match, such as %s; name one with -run '^%s$'", s.Package, len(names), names[0], names[0]))
	}
	s.Choices.Test = names[0]
	return t, s, nil
}

// singlePackage is a schedule of the only package that a command line names.
func (se *Session) singlePackage(ctx context.Context, p *testflags.CommandLine) (*schedule.Schedule, error) {
	named, err := load.Listed(ctx, se.tested(p))
	if err != nil {
		return nil, err
	}
	var paths, dirs []string
	for _, p := range named {
		if !strings.Contains(p.ID, " ") && !strings.HasSuffix(p.ID, ".test") {
			paths, dirs = append(paths, p.PkgPath), append(dirs, p.Dir)
		}
	}
	if len(paths) != 1 {
		return nil, command.Usage(fmt.Errorf("an interactive exploration is of one package, and %d are named; name one", len(paths)))
	}
	rel, err := filepath.Rel(se.Root(), dirs[0])
	if err != nil {
		return nil, fmt.Errorf("%s is not in this module: %w; name a package of it", paths[0], err)
	}
	return &schedule.Schedule{
		Package: paths[0], Test: true, Dir: rel, Replay: schedule.Build{Kind: schedule.KindTest, Build: se.Replay.Build},
		Args: explorer.SelectionArgs(slices.Concat(p.Binary(), p.Args)), Choices: &explorer.Choices{},
	}, nil
}
