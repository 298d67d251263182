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
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// ExecRaces looks for races in the tests of a binary in place of the go command. A
// session with Races passes it to go test as -exec.
func ExecRaces(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usage(errors.New("__races is called by deadlocklint itself; run deadlocklint races"))
	}
	x, err := newExecution(ctx, args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt(ctx, x.dir)
	defer stop()
	work := filepath.Join(x.dir, "races."+x.target.ID)
	if silent, err := x.isSilent(ctx); err != nil {
		return err
	} else if silent {
		const why = "the package lists no tests: its TestMain ends without m.Run, or it has no test files"
		return keepFound(work, "TestMain", []*racer.TestResult{{Package: x.target.Package, Test: "TestMain", Why: why}})
	}
	for i, name := range x.tests {
		if ctx.Err() != nil {
			break
		}
		if x.late() {
			skipped := []*racer.TestResult{{Package: x.target.Package, Test: name, Why: "the time was used up"}}
			if err := keepFound(work, name, skipped); err != nil {
				return err
			}
			continue
		}
		tellProgress(work, explorer.Progress{Test: name})
		own := racer.Options{Seed: x.opt.Seed, Runs: x.opt.Runs, Time: x.timeOf(i), Stall: x.opt.Stall}
		if err := racesOf(ctx, x.target, x.dir, work, name, own); err != nil {
			return err
		}
	}
	return nil
}

// isSilent reports whether the binary lists nothing at all, with every selection, not even an
// example. A binary whose TestMain does not come to m.Run lists nothing.
func (x *execution) isSilent(ctx context.Context) (bool, error) {
	if len(x.tests) > 0 {
		return false, nil
	}
	all, err := explorer.Tests(ctx, x.target, "", "")
	if err != nil || len(all) > 0 {
		return false, err
	}
	others, err := explorer.NonTests(ctx, x.target, "", "", ".")
	return len(others) == 0, err
}

// racesOf looks for the races of a test and keeps what it finds.
func racesOf(ctx context.Context, t *record.Target, dir, work, name string, opt racer.Options) error {
	own := filepath.Join(work, explorer.FileName(name))
	if err := os.MkdirAll(filepath.Join(own, "base"), 0o700); err != nil {
		return fmt.Errorf("cannot look for races of %s: %w; free some space in %s", name, err, dir)
	}
	found, err := racer.Test(ctx, t, dir, own, name, opt)
	if err != nil {
		return err
	}
	return keepFound(work, name, found)
}

// keepFound writes what was found in a test.
func keepFound(work, name string, found []*racer.TestResult) error {
	b, err := json.Marshal(found)
	if err == nil {
		err = os.MkdirAll(work, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(work, "found."+explorer.FileName(name)+".json"), b, 0o600)
	}
	if err != nil {
		return fmt.Errorf("cannot keep the races of %s: %w; free some space in %s", name, err, work)
	}
	return nil
}

// FoundRaces are the races in the tests, by package and test.
func (se *Session) FoundRaces() ([]*racer.TestResult, error) {
	names, err := filepath.Glob(filepath.Join(se.Dir, "races.*", "found.*.json"))
	if err != nil {
		return nil, err
	}
	var all []*racer.TestResult
	for _, name := range names {
		b, err := regular.Read(name, regular.Limit)
		if err != nil {
			return nil, err
		}
		var list []*racer.TestResult
		if err := json.Unmarshal(b, &list); err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b *racer.TestResult) int {
		return strings.Compare(a.Package+"\x00"+a.Test, b.Package+"\x00"+b.Test)
	})
	return all, nil
}

// sitesOf are the places at which accesses are points in a recording, "" for none in
// particular.
func sitesOf(t *record.Target) string {
	for _, v := range t.Env {
		if sites, ok := strings.CutPrefix(v, boundary.EnvSites+"="); ok {
			return sites
		}
	}
	return ""
}
