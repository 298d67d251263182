package session

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	if x.tests, err = explorer.Selected(ctx, x.target); err != nil {
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

// unexplored keeps the result of a test that is not explored.
func (x *execution) unexplored(name string, why explorer.Stop) error {
	return saveResult(exploredDir(x.dir, x.target), explorer.Unexplored(x.target.Package, name, why))
}

// foundFile tells the other binaries of a session that one has a finding, after which Options.First explores no test.
const foundFile = "found"

// noteFound makes foundFile when one of some results is a finding.
func (x *execution) noteFound(list []*explorer.Result) error {
	if !x.opt.First || !slices.ContainsFunc(list, (*explorer.Result).IsFound) {
		return nil
	}
	if err := os.WriteFile(filepath.Join(x.dir, foundFile), nil, 0o600); err != nil {
		return fmt.Errorf("cannot note a finding: %w; free some space in %s", err, x.dir)
	}
	return nil
}

// isFound reports whether a binary of the session has a finding.
func (x *execution) isFound() bool {
	_, err := os.Stat(filepath.Join(x.dir, foundFile))
	return err == nil
}

// refusal is why no further test is explored, "" when one is.
func (x *execution) refusal() explorer.Stop {
	switch {
	case x.opt.First && x.isFound():
		return explorer.StopFirst
	case x.late():
		return explorer.StopUnbegun
	}
	return ""
}

// late reports whether the time is used up.
func (x *execution) late() bool { return x.opt.Time > 0 && time.Now().After(x.until) }
