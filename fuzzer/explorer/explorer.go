// Package explorer runs one test under many schedules and keeps those that end badly.
//
// A test binary that was built with an instrumented GOROOT (package goroot) makes all
// runs by itself, in one process. There, a strategy of package explore chooses the
// schedules. The process appends its observations to a file. It writes the choices of
// each run ahead to another file, so that they outlive a crash ([Trail]).
//
// This package starts the process, and starts it again after a run that ended it. It
// gathers a [Result]. A run that ended differently from all others is an [Ending], with
// its choices. The recorder can watch a repetition of these choices ([Repeat]).
//
// The package judges nothing: the recording of that repetition decides whether
// goroutines are deadlocked or leaked.
package explorer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// EnvNoMemoryPoints is an environment variable. A process with it has no points at accesses of
// plain memory, although it is built so that the recorder sees them.
const EnvNoMemoryPoints = boundary.EnvPlain + "=1"

// EnvLateTimers is an environment variable. In a process with it a run goes on when its goroutines have
// ended, while timers start functions within 10 s of its clock. Natively these run when
// other tests follow.
const EnvLateTimers = boundary.EnvLate + "=1"

// Limits of an exploration.
const (
	MaxSteps   = 1 << 18          // of one run
	MaxChoices = 4 * MaxSteps     // of one run: one before each step, and one after each goroutine that waits or ends
	MaxCrashes = 8                // processes of a test that runs may end, by a panic or by a loop for ever. Then it is not explored further
	MaxEndings = 32               // that are kept of one test
	Stall      = 10 * time.Second // without a step, after which the process is ended; time in which it waits for a processor does not count
	StallMost  = time.Minute      // without a step, in any case
)

// trailSize is the size of a file with choices, in bytes.
var trailSize = boundary.Size[boundary.TrailHead]() + MaxChoices*boundary.Size[boundary.Step]()

// Options say how a test is explored.
type Options struct {
	Config      config.Config            // the strategy, with its settings
	Seed        uint64                   // which these have, too
	Stall       int                      // Config.Stall of package explore for a command that makes strategies of its own, 0 lets no timer fire early
	Runs        int                      // at most, of all shards together
	Time        time.Duration            // at most, 0 is no limit; a run that has not ended then is ended
	Served      time.Duration            // of the processes, 0 is no limit; time in which they wait for a processor does not count
	Packages    int                      // that share it
	Over        func() bool              `json:"-"` // another limit, nil for none: no further process is started when it holds
	Quiet       int                      // after so many runs that ended as others before there is no other, 0 is no limit
	Lasts       time.Duration            // for which these runs last at least, of the processes
	First       bool                     // stop at the first ending that may be a finding; goroutines left behind are none
	Shard       int                      // this one, from 0,
	Shards      int                      // of so many; 0 for none
	Isolate     boundary.IsolationReason // why each run gets a process of its own, "" for not asked
	IsolateMost int                      // runs that get a process each, at most, for any reason; 0 is no limit
	Impact      *boundary.Impact         // of a change, for the strategies auto and capp; nil is none
	Sets        string                   // file with the sets that hapset begins with, see KnownSets; "" is none
	Today       bool                     // each run begins at the present time of day, and not all at the same time
}

// A Result has the outcome of the runs of a test.
type Result struct {
	Package   string
	Test      string                   // or the subtest of a call of Explore
	Tally                              // of runs under schedules of the strategy; those of the base schedule come on top
	State     State                    // where another process carries on
	Took      time.Duration            // of all processes
	Share     time.Duration            // Options.Served of the exploration
	Repeats   bool                     // two runs of the base schedule were equal, or only one was made
	Settles   bool                     `json:",omitempty"` // the first run of a process goes another way than those after it, and was not explored
	Apart     boundary.IsolationReason // why each run got a process of its own, "" when it did not
	Capped    bool                     `json:",omitempty"` // fewer runs than asked got a process each
	Alone     Isolations               `json:",omitempty"` // the runs that had a process each, of all stages
	Fails     bool                     // the test fails under the base schedule
	Otherwise *Comparison              `json:",omitempty"` // how it does otherwise then
	Orders    *Result                  `json:",omitempty"` // of a search for all orders of its steps, whose runs come on top
	Calmed    bool                     `json:",omitempty"` // after MaxCrashes runs in which timers had fired early, no timer does any more
	Stop      Stop                     // why it was not explored as asked
	Late      bool                     `json:",omitempty"` // its time was used up before there was nothing more to do
	Dump      string                   // Go's own account of a process that was ended because a run made no step
	Endings   []Ending
	Classes   Classes
	Spots     PointCoverage
	Left      int    // ends that are no Endings, because there are MaxEndings of these
	Dropped   int    // calls beyond MaxCalls, which are not explored
	calls     []call // that are explored instead of the test
}

// A Stop is why a test was not explored as asked, "" when it was.
type Stop string

// The reasons to stop.
const (
	StopCrashes   Stop = "crashes"   // MaxCrashes processes were ended by runs
	StopStall     Stop = "stall"     // a run made no step within Stall
	StopTime      Stop = "time"      // Options.Time was used up in a run that made no step for some time, or was the first one
	StopUnbegun   Stop = "unbegun"   // Options.Time was used up by other tests
	StopFirst     Stop = "first"     // Options.First, and an ending that may be a finding was there
	StopInterrupt Stop = "interrupt" // the context was over
	StopMissed    Stop = "missed"    // the test made the call in its first run, and not when it was to be explored
	StopSilent    Stop = "silent"    // a process has ended without a word, or nothing can be written
)

// Tests lists the tests and fuzz targets of a binary that a pattern of -run and one of -skip select. It
// lists those, too, of which only some subtests or seeds are selected.
func Tests(ctx context.Context, t *record.Target, run, skip string) ([]string, error) {
	return listed(ctx, t, run, skip, "Test", "Fuzz")
}

// NonTests lists what these patterns select besides tests and fuzz targets, and the benchmarks that one of -bench
// selects, "" for none. An exploration runs none of them.
func NonTests(ctx context.Context, t *record.Target, run, skip, bench string) ([]string, error) {
	names, err := listed(ctx, t, run, skip, "Example")
	if err != nil || bench == "" {
		return names, err
	}
	more, err := listed(ctx, t, bench, skip, "Benchmark")
	return append(names, more...), err
}

// lastWords is the last line that a process has written, on stderr when it wrote there, after a colon.
func lastWords(err error, out []byte) string {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(bytes.TrimSpace(exit.Stderr)) > 0 {
		out = exit.Stderr
	}
	out = bytes.TrimSpace(out)
	if len(out) == 0 {
		return ""
	}
	return ": " + string(bytes.TrimSpace(out[bytes.LastIndexByte(out, '\n')+1:]))
}

// listed lists what a pattern selects and another one does not skip, of some kinds by the
// beginnings of their names.
func listed(ctx context.Context, t *record.Target, pattern, skip string, kinds ...string) ([]string, error) {
	selected, err := selectionOf(pattern, skip)
	if err != nil {
		return nil, err
	}
	cmd := t.Command(ctx, []string{"-test.list=."}, boundary.EnvMode+"=0")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s cannot list its tests: %w%s; run go test -list . there", t.Package, err, lastWords(err, out))
	}
	var names []string
	for line := range bytes.Lines(out) {
		name := strings.TrimSpace(string(line))
		is := func(kind string) bool { return strings.HasPrefix(name, kind) }
		if slices.ContainsFunc(kinds, is) && selected.has(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func makeTrail(name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(int64(trailSize)), f.Close())
}
