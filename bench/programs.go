package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// A programSuite is a released module whose tests communicate over channels.
type programSuite struct{ name, module, version, tests string }

// programSuites leave out the tests of smux that send for half a minute.
var programSuites = []programSuite{
	{"chanx", "github.com/smallnest/chanx", "v1.2.0", ""},
	{"workerpool", "github.com/gammazero/workerpool", "v1.1.3", ""},
	{"conc", "github.com/sourcegraph/conc", "v0.3.0", ""},
	{"smux", "github.com/xtaci/smux", "v1.5.58", "Echo|Timeout|Close|Multi|Accept|Shutdown|Buffer|Shaper|Write|Read"},
}

// A programRun measures how many trace programs are searched to the end.
type programRun struct {
	modules, recordings string
	time                time.Duration
	states              int
	each                bool
}

func programsFlags(fs *flag.FlagSet) measurement {
	r := &programRun{}
	fs.StringVar(&r.modules, "modules", "", "`names` of modules, separated by commas; empty: all")
	fs.StringVar(&r.recordings, "recordings", "", "`directory` with a recording of each module under its name; empty: the tests are recorded")
	fs.DurationVar(&r.time, "time", 30*time.Second, "of all searches of a module; 0 is no limit")
	fs.IntVar(&r.states, "states", 500_000, "that a search keeps")
	fs.BoolVar(&r.each, "each", false, "a row for each program of more than a thousand states")
	return r.measure
}

func (r *programRun) measure(ctx context.Context, e *environment) ([]table, error) {
	t := table{title: "Trace programs searched to the end", head: []string{"module", "programs", "searched to the end", "states", "steps", "CPU s", "not searched to the end"}}
	largest := table{title: "The largest searches", head: []string{"module", "goroutines", "statements", "states", "steps", "traces", "ended by"}}
	all, ended := 0, 0
	for _, m := range programSuites {
		if !wanted(m.name, r.modules) {
			continue
		}
		dir, err := r.recording(ctx, e, m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		say("%s, searching", m.name)
		before := ownCPU()
		opt := predict.ProgramOptions{Keep: true, Time: r.time, Search: condvar.Options{MaxStates: r.states, MaxBytes: 512 << 20}}
		s, err := predict.CheckPrograms(ctx, dir, opt, func(done, total int) {})
		if err != nil {
			return nil, err
		}
		cpu := (ownCPU() - before).Seconds()
		searched, n := 0, sum(s)
		steps := 0
		for i, p := range s.Programs {
			res := s.Results[i]
			steps += res.Steps
			if res.Limit == "" {
				searched++
			}
			if res.Limit != "" || res.States > 1000 {
				largest.row(m.name, fmt.Sprint(len(p.Threads)), fmt.Sprint(p.Stats.Statements), fmt.Sprint(res.States), fmt.Sprint(res.Steps), fmt.Sprint(res.Traces), res.Limit)
			}
		}
		all, ended = all+len(s.Programs), ended+searched
		t.row(m.name, fmt.Sprint(len(s.Programs)), fmt.Sprint(searched), fmt.Sprint(n.states), fmt.Sprint(steps), number(cpu, 1), strings.Join(s.Limits, "; "))
	}
	if all == 0 {
		return nil, errors.New("no trace program; run go run . programs -h")
	}
	t.row("all", fmt.Sprint(all), fmt.Sprint(ended), "", "", "", "")
	t.notes = []string{fmt.Sprintf("Recorded by deadlocklint test -static=false -explore=false -tries 0. Searched with the bounds of deadlocklint test: %d states and 512 MB for a program, and %v for all of a module. "+
		"CPU s includes reading the recording.", r.states, r.time)}
	if !r.each {
		return []table{t}, nil
	}
	return []table{t, largest}, nil
}

// recording records the tests of a module, unless there is a recording.
func (r *programRun) recording(ctx context.Context, e *environment, m programSuite) (string, error) {
	if r.recordings != "" {
		return filepath.Join(r.recordings, m.name), nil
	}
	dir, err := e.source(ctx, suite{module: m.module, version: m.version})
	if err != nil {
		return "", err
	}
	if err := makeWritable(dir); err != nil {
		return "", err
	}
	tool, err := e.tool(ctx)
	if err != nil {
		return "", err
	}
	say("%s, recording", m.name)
	session := filepath.Join(e.dir, m.name+".recorded")
	args := []string{"test", "-static=false", "-explore=false", "-tries=0", "-vet=off", "-keep=" + session}
	if m.tests != "" {
		args = append(args, "-run="+m.tests)
	}
	cmd := exec.CommandContext(ctx, tool, append(args, "./...")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("%w\n%s", err, lastBytes(string(out), 2000))
	}
	return session, nil
}
