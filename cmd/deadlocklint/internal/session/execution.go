package session

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// An execution is a test binary that go test has handed over to -exec, with the options of
// the session for it.
type execution struct {
	dir    string // of the session
	opt    explorer.Options
	target *record.Target
	tests  []string  // that the command line selects
	until  time.Time // when Time of the options is used up
}

// newExecution reads the options of the session and the tests of the binary args[0].
func newExecution(ctx context.Context, args []string) (*execution, error) {
	dir, err := execDir()
	if err != nil {
		return nil, err
	}
	if err := asked(ctx, dir, args); err != nil {
		return nil, err
	}
	x := &execution{dir: dir, until: time.Now()}
	if err := json.Unmarshal([]byte(os.Getenv(envExploration)), &x.opt); err != nil {
		return nil, err
	}
	if x.target, err = record.ExecTarget(dir, args[0], args[1:]); err != nil {
		return nil, err
	}
	if x.tests, err = explorer.Tests(ctx, x.target, flagValue(x.target.Args, "run"), flagValue(x.target.Args, "skip")); err != nil {
		return nil, err
	}
	if err := x.keepUnrun(ctx); err != nil {
		return nil, err
	}
	if x.opt.Time > 0 {
		share, err := timeShare(dir, x.opt.Time, x.opt.Packages)
		if err != nil {
			return nil, fmt.Errorf("cannot share the time of -time: %w; free some space in %s", err, dir)
		}
		x.until = x.until.Add(share)
	}
	return x, nil
}

// timeOf is the time for the test with an index, 0 for no limit: the tests before have left
// it for all that come.
func (x *execution) timeOf(i int) time.Duration {
	if x.opt.Time <= 0 {
		return 0
	}
	return max(time.Until(x.until)/time.Duration(len(x.tests)-i), time.Second/10)
}

// unbegun is the result of a test for which no time was left.
func (x *execution) unbegun(name string) *explorer.Result {
	return &explorer.Result{Package: x.target.Package, Test: name, Repeats: true, Stop: explorer.StopUnbegun, Late: true}
}

// late reports whether the time is used up.
func (x *execution) late() bool { return x.opt.Time > 0 && time.Now().After(x.until) }
