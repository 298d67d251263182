// Package explorer runs one test under many schedules and keeps those that end badly.
//
// A test binary that was built with an instrumented GOROOT (package goroot) makes the runs
// by itself, in one process: a strategy of package explore chooses the schedules there. It
// appends to a file what it has seen, and writes the choices of each run ahead
// to another one, so that they outlive a crash ([Trail]). This package starts the process,
// starts it again behind a run that ended it, and gathers a [Result]. A run that ended as no
// other did is an [Ending], with its choices; the recorder can watch them being made again
// ([Repeat]).
//
// The package judges nothing: whether goroutines are deadlocked or leaked is said by what
// the recorder sees in that repetition.
package explorer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
)

// Variables of an exploring process, apart from those of package record.
const (
	envExplore  = "DEADLOCKLINT_EXPLORE"    // the strategy, as package explore reads it
	envFirst    = "DEADLOCKLINT_FIRST"      // number of the first run
	envRuns     = "DEADLOCKLINT_RUNS"       // how many runs
	envTime     = "DEADLOCKLINT_TIME"       // no run begins later, as time.ParseDuration reads it
	envFile     = "DEADLOCKLINT_RUNS_FILE"  // where runs are told
	envTrail    = "DEADLOCKLINT_TRAIL"      // where choices are written
	envSize     = "DEADLOCKLINT_TRAIL_SIZE" // of the files with choices, in bytes
	envSchedule = "DEADLOCKLINT_SCHEDULE"   // the choices to make
	envQuiet    = "DEADLOCKLINT_QUIET"      // how many runs may bring nothing new
	envShrink   = "DEADLOCKLINT_SHRINK"     // how runs of a smaller schedule have to end
	envFresh    = "DEADLOCKLINT_FRESH"      // 1: the runs come without those of the base schedule
	envCall     = "DEADLOCKLINT_CALL"       // the call of Explore to explore, by the name of its subtest
	envRest     = "DEADLOCKLINT_REST"       // 1: the process comes to rest in a deadlock
)

// Plain is a variable of a process in which accesses of plain memory are no points, although
// it is built so that the recorder sees them.
const Plain = "DEADLOCKLINT_PLAIN=1"

// Limits of an exploration.
const (
	MaxSteps   = 1 << 18          // of one run
	MaxCrashes = 8                // processes that a run may end
	MaxEndings = 32               // that are kept of one test
	Stall      = 20 * time.Second // without a finished run, after which the process is ended
)

const trailSize = 64 + 8*(MaxSteps+1024)

// Options say how a test is explored.
type Options struct {
	Strategy string        // with its parameters, as package explore reads it
	Seed     uint64        // which these have, too
	Runs     int           // at most
	Time     time.Duration // at most, 0 is no limit
	Quiet    int           // after so many runs that ended as others before there is no other, 0 is no limit
}

// A Result is what the runs of a test came to.
type Result struct {
	Package string
	Test    string // or the subtest of a call of Explore
	Runs    int
	Steps   int           // of all runs
	Took    time.Duration // of all processes
	All     bool          // the strategy has no other schedule
	Repeats bool          // two runs of the base schedule were equal
	Fails   bool          // the test fails under the base schedule, too
	Stalled string        // output of a process that was ended because a run did not end
	Missed  bool          // the test made the call in its first run, and not when it was to be explored
	Dropped int           // calls beyond MaxCalls, which are not explored
	Endings []Ending
	calls   []call // that are explored instead of the test
}

// An Ending is the first run of a test that ended as it did.
type Ending struct {
	Run    int // number of the run; rt.Base is the base schedule
	Seed   uint64
	Fresh  bool // it was the first run of its process
	End    rt.End
	Class  uint64 // of what is blocked where, within the process
	Failed bool   // the test failed
	Crash  string // output of the process, when the run ended it
	Exit   int    // and its exit status
	Steps  int
	Trail  string      // file with the choices
	Shrunk *Shrunk     // nil when the schedule is as the strategy chose it
	Seen   *Repetition // nil when the run was not repeated
}

// Bad reports whether an ending is more than an end of the test.
func (e *Ending) Bad() bool { return e.End != rt.Done || e.Failed || e.Crash != "" }

// body explores the body of a test or of a call.
func body(ctx context.Context, t *record.Target, dir, name string, opt Options) (*Result, error) {
	r := &Result{Package: t.Package, Test: name, Repeats: true}
	start := time.Now()
	fresh := false // each run gets a process
	for first, crashes := 0, 0; first < opt.Runs && ctx.Err() == nil && crashes <= MaxCrashes; {
		left := opt
		left.Runs = opt.Runs - first
		if opt.Time > 0 {
			if left.Time = opt.Time - time.Since(start); left.Time <= 0 && first > 0 {
				break
			}
		}
		if fresh {
			left.Runs, left.Strategy = 1, drawn(first, opt.Seed)
		}
		p := &process{target: t, name: name, first: first, seed: opt.Seed, fresh: fresh, dir: filepath.Join(dir, fmt.Sprintf("%s.%d", FileName(name), first))}
		if err := p.run(ctx, left); err != nil {
			return r, err
		}
		r.add(p)
		switch {
		case p.stalled || p.missed || p.ended && !fresh:
			r.Took = time.Since(start)
			return r, nil
		case p.crash != nil:
			crashes++
			first = max(p.crash.Run+1, first)
			if p.crash.Run == rt.Base { // other runs are not better
				first = opt.Runs
			}
		case !p.repeats && !fresh:
			// What these runs came to may be due to what the first of them has left.
			fresh, r.Repeats, r.Endings, r.Runs, r.Steps = true, false, nil, 0, 0
		default:
			first++
		}
	}
	r.Took = time.Since(start)
	return r, nil
}

// drawn is the strategy of a run that has a process of its own. A search would have to be
// handed from one process to the next.
func drawn(run int, seed uint64) string {
	return explore.Config{Strategy: []string{"pos", "pct", "random"}[run%3], Seed: seed, Depth: 3, Steps: 100}.String()
}

func (r *Result) add(p *process) {
	if !p.missed {
		r.Runs += max(p.runs, 1)
	}
	r.Steps += p.steps
	r.All, r.Missed, r.calls = p.all, p.missed, p.calls
	if p.stalled {
		r.Stalled = p.output()
	}
	endings := p.endings
	if p.crash != nil {
		endings = append(endings, *p.crash)
	}
	for _, e := range endings {
		e.Seed, e.Fresh = p.seed, p.fresh
		if e.Run == rt.Base && (e.Failed || e.Crash != "") {
			r.Fails = true
		}
		if len(r.Endings) < MaxEndings && !r.known(e) {
			r.Endings = append(r.Endings, e)
		}
	}
}

func (r *Result) known(e Ending) bool {
	for _, o := range r.Endings {
		if o.End == e.End && o.Class == e.Class && o.Failed == e.Failed && firstLine(o.Crash) == firstLine(e.Crash) {
			return true
		}
	}
	return false
}

// Tests lists the tests of a binary that a pattern of -run and one of -skip select.
func Tests(ctx context.Context, t *record.Target, run, skip string) ([]string, error) {
	if run, _, _ = strings.Cut(run, "/"); run == "" {
		run = "."
	}
	cmd := t.Command(ctx, []string{"-test.list=" + run}, record.EnvMode+"=0")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s cannot list its tests: %w; run go test -list . there", t.Package, err)
	}
	var names []string
	for line := range bytes.Lines(out) {
		if name := strings.TrimSpace(string(line)); strings.HasPrefix(name, "Test") && !skips(name, skip) {
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
	return errors.Join(f.Truncate(trailSize), f.Close())
}

func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
	}
	return s
}
