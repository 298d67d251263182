package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// raceSuites are clean under the race detector, and take less than a second.
var raceSuites = []suite{
	{"golang-lru", "github.com/hashicorp/golang-lru/v2", "v2.0.7", ".", []string{"-test.count=1"}},
	{"golang-lru/expirable", "github.com/hashicorp/golang-lru/v2", "v2.0.7", "./expirable", []string{"-test.count=1"}},
	{"chanqueue", "github.com/gammazero/chanqueue", "v1.1.2", ".", []string{"-test.count=5"}},
	{"workerpool", "github.com/cilium/workerpool", "v1.1.0", ".", []string{"-test.count=5"}},
	{"nio", "github.com/djherbis/nio/v3", "v3.0.1", ".", []string{"-test.count=5"}},
}

// A raceCost measures recording for "deadlocklint races".
type raceCost struct {
	rounds  int
	modules string
	timeout time.Duration
}

func racesFlags(fs *flag.FlagSet) measurement {
	r := &raceCost{}
	fs.IntVar(&r.rounds, "rounds", 3, "how often each suite is run in each way; the minimum counts")
	fs.StringVar(&r.modules, "modules", "", "`names` of suites, separated by commas; empty: all")
	fs.DurationVar(&r.timeout, "timeout", 5*time.Minute, "of one run")
	return r.measure
}

// A raceWay is how a suite is built and run.
type raceWay struct {
	build
	env []string

	binary string
	cpu    float64 // seconds, the least
	peak   int64   // bytes, the most
	failed int
}

func (r *raceCost) measure(ctx context.Context, e *environment) ([]table, error) {
	t := table{head: []string{"suite", "plain, CPU s", "-race", "recorded", "recorded / -race", "plain, MB", "-race, MB", "recorded, MB",
		"trace, MB", "events", "recorded, million events/CPU s", "predicted, million events/CPU s", "predict, MB", "failed runs"}}
	for _, one := range raceSuites {
		if !wanted(one.name, r.modules) {
			continue
		}
		row, err := r.suite(ctx, e, one)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.name, err)
		}
		t.row(row...)
		t.notes = append(t.notes, fmt.Sprintf("%s: %s %s, package %s, `%s`.", one.name, one.module, one.version, one.pkg, strings.Join(one.args, " ")))
	}
	if len(t.rows) == 0 {
		return nil, errors.New("no such suite; run go run . races -h")
	}
	t.notes = append([]string{fmt.Sprintf("CPU time, user and system, of the test binary; -race and recorded are ratios of it to plain. "+
		"Each the minimum of %d interleaved runs, and the largest resident memory of them. recorded: all accesses of plain memory, nothing folded, all tests in one process. "+
		"deadlocklint races records each test in a process of its own, one goroutine at a time. predicted: the recording of the last run, in a process of its own. "+
		"failed runs: of plain, -race, recorded.", r.rounds)}, t.notes...)
	return []table{t}, nil
}

// suite measures one suite, and returns its row.
func (r *raceCost) suite(ctx context.Context, e *environment, one suite) ([]string, error) {
	dir, err := e.source(ctx, one)
	if err != nil {
		return nil, err
	}
	traces := filepath.Join(e.dir, "races")
	defer os.RemoveAll(traces)
	ways := []*raceWay{
		{},
		{build: build{race: true}},
		{build: build{instrumented: true, memory: true}, env: []string{
			boundary.EnvMode + "=1", boundary.EnvDir + "=" + traces, boundary.EnvTag + "=" + raceTag,
			boundary.EnvAccesses + "=1", boundary.EnvFold + "=0", boundary.EnvMegabytes + "=1024"}},
	}
	for i, w := range ways {
		say("%s, building, %d of %d", one.name, i+1, len(ways))
		w.name = fmt.Sprintf("%s.races.%d.test", strings.ReplaceAll(one.name, "/", "."), i)
		w.dir, w.pkg, w.test = dir, one.pkg, true
		if w.binary, err = e.build(ctx, w.build); err != nil {
			return nil, err
		}
	}
	for i := range r.rounds {
		say("%s, round %d of %d", one.name, i+1, r.rounds)
		for _, w := range ways {
			if err := fresh(traces); err != nil {
				return nil, err
			}
			if err := r.run(ctx, filepath.Join(dir, one.pkg), one.args, w); err != nil {
				return nil, err
			}
		}
	}
	predicted, memory, err := predictRaces(ctx, traces)
	if err != nil {
		return nil, err
	}
	written, err := size(traces)
	plain, race, recorded := ways[0], ways[1], ways[2]
	million := float64(predicted.Events) / 1e6
	return []string{one.name, number(plain.cpu, 2), number(race.cpu/plain.cpu, 2), number(recorded.cpu/plain.cpu, 2), number(recorded.cpu/race.cpu, 2),
		megabytes(plain.peak), megabytes(race.peak), megabytes(recorded.peak), megabytes(written), fmt.Sprint(predicted.Events),
		number(million/recorded.cpu, 2), number(million/predicted.CPU, 2), megabytes(memory),
		fmt.Sprintf("%d, %d, %d", plain.failed, race.failed, recorded.failed)}, err
}

func megabytes(n int64) string { return number(float64(n)/1e6, 0) }

// fresh makes an empty directory.
func fresh(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o700)
}

func (r *raceCost) run(ctx context.Context, dir string, args []string, w *raceWay) error {
	limited, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, w.binary, args...)
	cmd.Dir, cmd.Env = dir, append(off(os.Environ()), w.env...)
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("%s did not end in %v; give it more -timeout", w.name, r.timeout)
	case errors.As(err, &exit):
		w.failed++
	case err != nil:
		return err
	}
	w.cpu = least(w.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	w.peak = max(w.peak, peak(cmd.ProcessState))
	return nil
}

// racesCommand is the argument by which the command calls itself, to predict in a process of its own.
const racesCommand = "__races"

// raceTag names the recording.
const raceTag = "bench"

// A raceReading is the cost of predicting the races of a recording.
type raceReading struct {
	Events int
	CPU    float64 // seconds
}

func predictRaces(ctx context.Context, dir string) (r raceReading, memory int64, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, 0, err
	}
	cmd := exec.CommandContext(ctx, self, racesCommand, dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, 0, fmt.Errorf("predicting: %w", err)
	}
	return r, peak(cmd.ProcessState), json.Unmarshal(out, &r)
}

// runRaces is the other side of predictRaces.
func runRaces(args []string) error {
	start := ownCPU()
	found, err := predict.PredictRaces(context.Background(), args[0], &record.Target{ID: raceTag})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(raceReading{Events: found.Events, CPU: (ownCPU() - start).Seconds()})
}
