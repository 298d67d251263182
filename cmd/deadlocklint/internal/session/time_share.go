package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// begunFile is when the first package began to run: its time of change.
const begunFile = "begun"

// timeShare is the share of an exploration's time for a package that begins now: an equal
// part of the time that is left for all packages that are still to begin. The time runs from when
// the first one began, so that building it is not counted. Packages of which
// several run at a time leave more to those after them.
func timeShare(dir string, total time.Duration, packages int) (time.Duration, error) {
	start, err := begun(dir)
	if err != nil {
		return 0, err
	}
	before, _ := filepath.Glob(filepath.Join(dir, "explored.*"+beganSuffix))
	left := max(total-time.Since(start), 0)
	f, err := os.CreateTemp(dir, "explored.*"+beganSuffix)
	if err != nil {
		return 0, err
	}
	return left / time.Duration(max(packages-len(before), 1)), f.Close()
}

const beganSuffix = ".began"

// begun notes that a package begins, and returns when the first one did.
func begun(dir string) (time.Time, error) {
	name := filepath.Join(dir, begunFile)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		return time.Time{}, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// countTested counts the packages that have tests, 0 when they cannot be listed: then
// the go command says why when it builds them.
func (se *Session) countTested(ctx context.Context, p *testflags.CommandLine) (n int) {
	named, err := load.Listed(ctx, se.tested(p))
	if err != nil {
		return 0
	}
	for _, p := range named {
		if strings.HasSuffix(p.ID, ".test") {
			n++
		}
	}
	return n
}

// tested are the packages that a command line names, as they were before conditions were made visible.
func (se *Session) tested(p *testflags.CommandLine) load.Options {
	opt := load.Options{Dir: se.Work, Patterns: p.Packages, Tests: true, Flags: LoadFlags(se.Replay.Build), Lists: se.Lists}
	if _, user := takeOverlay(se.Replay.Build); user != "" {
		opt.Flags = append(opt.Flags, "-overlay="+user)
	}
	return opt
}
