package explorer

import (
	"context"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// MaxCalls is how many calls of Explore are explored of one test.
const MaxCalls = 256

// A call is one of deadlocktest.Explore, or of the function of a fuzz target with a seed. It has a body of its own. Zero values are those
// of the options of the exploration.
type call boundary.FoundCall

// Test explores one test of a binary: all of it, or the body of each call of Explore that
// it makes in its first run. Of a fuzz target it explores the seeds and corpus entries. Files are kept below dir. The result of a test around calls is there
// when that first run ended badly.
//
// from is where an earlier command was interrupted. tell hears of the progress about twice
// a second.
func Test(ctx context.Context, t *record.Target, dir, name string, from Checkpoints, opt Options, tell func(Progress)) ([]*Result, error) {
	start := time.Now()
	r, err := body(ctx, t, dir, name, from[name], opt, tell)
	if err != nil || len(r.calls) == 0 {
		return []*Result{r}, err
	}
	var list []*Result
	calls := r.calls[:min(len(r.calls), MaxCalls)]
	if r.Dropped = len(r.calls) - len(calls); r.bad() || r.Dropped > 0 {
		list = append(list, r)
	}
	for i, c := range calls {
		if ctx.Err() != nil {
			break
		}
		if _, begun := from[c.Name]; begun && from.Finished(c.Name) {
			continue
		}
		if isFirst(list) {
			list = append(list, Unexplored(t.Package, c.Name, StopFirst))
			continue
		}
		own, err := c.options(opt)
		if err != nil {
			return list, err
		}
		if opt.Time > 0 {
			own.Time = max((opt.Time-time.Since(start))/time.Duration(len(calls)-i), minTime)
		}
		if opt.Served > 0 {
			own.Served = max((opt.Served-time.Since(start))/time.Duration(len(calls)-i), opt.Served/time.Duration(len(calls)), minTime)
		}
		r, err := body(ctx, t, dir, c.Name, from[c.Name], own, tell)
		if err != nil {
			return list, err
		}
		list = append(list, r)
	}
	return list, nil
}

// minTime is the time of a call when the calls before have taken the time of the test.
const minTime = time.Second / 100

func (r *Result) bad() bool {
	for i := range r.Endings {
		if r.Endings[i].Bad() {
			return true
		}
	}
	return r.Stop != ""
}

// options are those of the exploration, but for those of the call.
func (c *call) options(opt Options) (Options, error) {
	if c.Runs > 0 {
		opt.Runs, opt.IsolateMost = c.Runs, 0 // who names a number in the source waits for so many
	}
	if c.Strategy == "" && !c.Seeded {
		return opt, nil
	}
	if c.Seeded {
		opt.Seed = c.Seed
	}
	complaint := ""
	if asked := opt.Config; c.Strategy != "" {
		opt.Config, complaint = explore.Parse("strategy=" + c.Strategy)
		opt.Config.Early, opt.Config.Far, opt.Config.Stall = asked.Early, asked.Far, asked.Stall
		if opt.Config.Strategy == asked.Strategy {
			opt.Config.Settings = asked.Settings
		} else if auto.WaysOf(&asked) != auto.WaysNone {
			opt.Config.Stall = 0
		}
	}
	opt.Config.Seed, opt.Config.Shard, opt.Config.Shards = opt.Seed, opt.Shard, opt.Shards
	if complaint == "" {
		complaint = explore.Complaint(&opt.Config)
	}
	if complaint != "" {
		return opt, fmt.Errorf("%s: %s", c.Name, complaint)
	}
	return opt, nil
}

// topLevel is the test that go test knows by name.
func topLevel(name string) string {
	test, _, _ := strings.Cut(name, "/")
	return test
}

// IsFuzzTarget reports whether a result is that of a fuzz target itself: those of its seeds and corpus entries have their names.
func IsFuzzTarget(name string) bool {
	return strings.HasPrefix(name, "Fuzz") && !strings.Contains(name, "/")
}

// callEnv names the call to a process that explores one.
func callEnv(name string) []string {
	if !strings.Contains(name, "/") {
		return nil
	}
	return []string{boundary.EnvCall + "=" + name}
}

// FileName is a part of a file name for a test or a call: the name itself where it can be.
func FileName(name string) string {
	test, sub, ok := strings.Cut(name, "/")
	if !ok {
		return name
	}
	h := fnv.New64a()
	h.Write([]byte(sub))
	return test + "-" + strconv.FormatUint(h.Sum64(), 16)
}
