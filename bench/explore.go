package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// exploring measures small bodies natively and under many schedules.
type exploring struct {
	rounds   int
	runs     int
	strategy string
}

func exploreFlags(fs *flag.FlagSet) measurement {
	x := &exploring{}
	fs.IntVar(&x.rounds, "rounds", 5, "how often each body is measured; the minimum counts")
	fs.IntVar(&x.runs, "runs", 20000, "schedules of a body in a round")
	fs.StringVar(&x.strategy, "strategies", "random,pct,pos", "`names` of the strategies")
	return x.measure
}

// An exploredBody is a body: its benchmark, its test, and how many of all schedules are made of it.
type exploredBody struct {
	benchmark, test string
	part            int // one of so many
}

// explored are shapes of work, and bodies that grow: by goroutines, and by steps.
var explored = []exploredBody{
	{"ordered_locks", "TestOrderedLocks", 1}, {"locks_in_a_loop", "TestLocksInALoop", 4},
	{"pipeline_of_channels", "TestPipelineOfChannels", 1}, {"select_and_stop", "TestSelectAndStop", 1}, {"condition", "TestCondition", 1},
	{"readers_and_a_writer", "TestReadersAndAWriter", 1}, {"once_and_atomics", "TestOnceAndAtomics", 1}, {"timers", "TestTimers", 1},
	{"contexts", "TestContexts", 1}, {"pool_and_map", "TestPoolAndMap", 1},
	{"10_goroutines", "Test10Goroutines", 2}, {"100_goroutines", "Test100Goroutines", 20}, {"1000_goroutines", "Test1000Goroutines", 500},
	{"4000_steps", "Test4000Steps", 20}, {"40000_steps", "Test40000Steps", 200}, {"200000_steps", "Test200000Steps", 1000},
}

func (x *exploring) measure(ctx context.Context, e *environment) ([]table, error) {
	say("building the bodies")
	native, err := e.build(ctx, build{name: "explored.native", dir: ".", pkg: "./workload/explored", test: true})
	if err != nil {
		return nil, err
	}
	file, err := e.build(ctx, build{name: "explored.instrumented", dir: ".", pkg: "./workload/explored", test: true, instrumented: true})
	if err != nil {
		return nil, err
	}
	target, err := record.NewTarget(e.dir, file, nil, e.dir)
	if err != nil {
		return nil, err
	}
	t := table{head: []string{"body", "strategy", "steps a run", "µs natively", "µs a schedule", "ns a step", "schedules a CPU second", "share of native speed"}}
	for _, b := range explored {
		for strategy := range strings.SplitSeq(x.strategy, ",") {
			say("%s: %s", b.benchmark, strategy)
			plain, schedule, steps, err := x.body(ctx, e, native, target, b, strategy)
			if err != nil {
				return nil, err
			}
			t.row(strings.ReplaceAll(b.benchmark, "_", " "), strategy, number(steps, 0), number(plain*1e6, 1), number(schedule*1e6, 1), number(schedule*1e9/steps, 0), number(1/schedule, 0), number(plain/schedule, 2))
		}
	}
	t.notes = append(t.notes, "CPU time, user and system, of the processes by getrusage(2), start and end included; the minimum of interleaved rounds.")
	return []table{t}, nil
}

// body returns the CPU seconds of a body natively and of a schedule of it, and its steps.
func (x *exploring) body(ctx context.Context, e *environment, native string, target *record.Target, b exploredBody, strategy string) (plain, schedule, steps float64, err error) {
	config, complaint := explore.Named(strategy)
	if complaint != "" {
		return 0, 0, 0, errors.New(complaint)
	}
	config.Seed, config.Depth = 1, 3
	runs := max(x.runs/b.part, 1)
	for round := range x.rounds {
		n, err := children(func() error {
			cmd := exec.CommandContext(ctx, native, "-test.run=^$", "-test.bench=^BenchmarkBodies$/^"+b.benchmark+"$", "-test.benchtime="+strconv.Itoa(runs)+"x")
			cmd.Env = off(os.Environ())
			return cmd.Run()
		})
		if err != nil {
			return 0, 0, 0, fmt.Errorf("%s: %w", b.benchmark, err)
		}
		var results []*explorer.Result
		s, err := children(func() (err error) {
			dir := filepath.Join(e.dir, fmt.Sprintf("%s.%s.%d", b.test, strategy, round))
			results, err = explorer.Test(ctx, target, dir, b.test, explorer.Checkpoints{}, explorer.Options{Config: config, Seed: 1, Runs: runs}, func(explorer.Progress) {})
			return err
		})
		if err != nil || len(results) != 1 || results[0].Runs < runs/2 {
			return 0, 0, 0, fmt.Errorf("%s was not explored by %s: %+v, %v", b.test, strategy, results[0], err)
		}
		made := float64(results[0].Runs)
		steps = float64(results[0].Steps) / made
		if n, s := n/float64(runs), s/made; round == 0 {
			plain, schedule = n, s
		} else {
			plain, schedule = min(plain, n), min(schedule, s)
		}
	}
	return plain, schedule, steps, nil
}

// children returns the CPU seconds of the processes that do starts and waits for.
func children(do func() error) (float64, error) {
	before := spent()
	err := do()
	return (spent() - before).Seconds(), err
}

func spent() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) // with valid arguments it cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
