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
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
)

// A suite is a part of the tests of a released module.
type suite struct {
	name    string
	module  string
	version string
	pkg     string
	args    []string
}

// suites leave out tests that only sleep, or take minutes.
var suites = []suite{
	{"bbolt", "go.etcd.io/bbolt", "v1.5.0", ".", []string{"-test.short", "-test.run=^Test(Bucket|Cursor|DB_Batch|DB_Concurrent|DB_Update|DB_View|Node|Tx)"}},
	{"golang-lru", "github.com/hashicorp/golang-lru/v2", "v2.0.7", ".", []string{"-test.count=20"}},
	{"golang-lru/expirable", "github.com/hashicorp/golang-lru/v2", "v2.0.7", "./expirable", []string{"-test.count=10"}},
	{"nats-server", "github.com/nats-io/nats-server/v2", "v2.15.2", "./server", []string{"-test.short", "-test.run=^Test(Account|Client|Route|Sublist|Sub)"}},
	{"raft", "github.com/hashicorp/raft", "v1.8.0", ".", []string{"-test.short", "-test.run=^Test(Raft_(Single|Triple|Recover|LeaderFail|Behind|ApplyC|Joint|Snapshot)|NetworkTransport|InmemTransport|FileSS|LogCache)"}},
}

type suiteRun struct {
	rounds  int
	modules string
	timeout time.Duration
}

func suitesFlags(fs *flag.FlagSet) measurement {
	s := &suiteRun{}
	fs.IntVar(&s.rounds, "rounds", 5, "how often each suite is run in each way; the minimum counts")
	fs.StringVar(&s.modules, "modules", "", "`names` of suites, separated by commas; empty: all")
	fs.DurationVar(&s.timeout, "timeout", 20*time.Minute, "of one run")
	return s.measure
}

// A way is how a suite is built and run.
type way struct {
	name         string
	instrumented bool
	record       bool
	conditions   bool // those of condition variables, and the other events of trace programs

	binary    string
	cpu, wall float64 // seconds, the least
	failed    int
	traces    int64 // bytes, of the last run
}

func (s *suiteRun) measure(ctx context.Context, e *environment) ([]table, error) {
	t := table{head: []string{"suite", "native, CPU s", "off", "recorded", "without conditions", "native, s", "recorded, s", "trace, MB", "failed runs"}}
	for _, one := range suites {
		if !wanted(one.name, s.modules) {
			continue
		}
		ways := []*way{
			{name: "native"}, {name: "off", instrumented: true},
			{name: "without", instrumented: true, record: true},
			{name: "recorded", instrumented: true, record: true, conditions: true},
		}
		if err := s.suite(ctx, e, one, ways); err != nil {
			return nil, fmt.Errorf("%s: %w", one.name, err)
		}
		native, instrumented, without, recorded := ways[0], ways[1], ways[2], ways[3]
		t.row(one.name, number(native.cpu, 2), number(instrumented.cpu/native.cpu, 2), number(recorded.cpu/native.cpu, 2), number(without.cpu/native.cpu, 2),
			number(native.wall, 2), number(recorded.wall, 2), number(float64(recorded.traces)/1e6, 0),
			fmt.Sprintf("%d, %d, %d, %d", native.failed, instrumented.failed, without.failed, recorded.failed))
		t.notes = append(t.notes, fmt.Sprintf("%s: %s %s, package %s, `%s`.", one.name, one.module, one.version, one.pkg, strings.Join(one.args, " ")))
	}
	if len(t.rows) == 0 {
		return nil, errors.New("no such suite; run go run . suites -h")
	}
	t.notes = append([]string{fmt.Sprintf("CPU time, user and system, of the test binary; off, recorded and without conditions are ratios of it to native. "+
		"Each the minimum of %d interleaved runs. off: instrumented, nothing recorded. recorded: with the settings of deadlocklint test; without conditions: of deadlocklint test -condvar=false. "+
		"failed runs: of native, off, without conditions, recorded.", s.rounds)}, t.notes...)
	return []table{t}, nil
}

// suite builds a suite in every way and runs it.
func (s *suiteRun) suite(ctx context.Context, e *environment, one suite, ways []*way) error {
	dir, err := e.source(ctx, one)
	if err != nil {
		return err
	}
	for _, w := range ways {
		say("%s, building %s", one.name, w.name)
		name := strings.ReplaceAll(one.name, "/", ".") + "." + w.name + ".test"
		b := build{name: name, dir: dir, pkg: one.pkg, test: true, instrumented: w.instrumented}
		if w.conditions {
			if b.overlay, _, err = instrument.Overlay(ctx, e.dir, instrument.Options{Dir: dir, Patterns: []string{one.pkg}, Tests: true}); err != nil {
				return err
			}
		}
		if w.binary, err = e.build(ctx, b); err != nil {
			return err
		}
	}
	for i := range s.rounds {
		for _, w := range ways {
			say("%s, %s, round %d of %d", one.name, w.name, i+1, s.rounds)
			if err := s.run(ctx, e, filepath.Join(dir, one.pkg), one.args, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// source returns a copy of a module's release that tests may write into.
func (e *environment) source(ctx context.Context, one suite) (string, error) {
	dir := filepath.Join(e.dir, "source", strings.ReplaceAll(one.module, "/", "."))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", one.module+"@"+one.version).Output()
	if err != nil {
		return "", fmt.Errorf("go mod download: %w\n%s", err, out)
	}
	var info struct{ Dir string }
	if err := json.Unmarshal(out, &info); err != nil {
		return "", err
	}
	return dir, os.CopyFS(dir, os.DirFS(info.Dir))
}

func (s *suiteRun) run(ctx context.Context, e *environment, dir string, args []string, w *way) error {
	traces := filepath.Join(e.dir, "traces")
	if err := os.MkdirAll(traces, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(traces)
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, w.binary, args...)
	cmd.Dir, cmd.Env = dir, off(os.Environ())
	if w.record {
		cmd.Env = append(cmd.Env, boundary.EnvMode+"=1", boundary.EnvDir+"="+traces)
	}
	if w.conditions {
		cmd.Env = append(cmd.Env, record.Conditions)
	}
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start).Seconds()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit):
		w.failed++
	case err != nil:
		return err
	}
	w.cpu = least(w.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	w.wall = least(w.wall, wall)
	w.traces, err = size(traces)
	return err
}

// least is the smaller one; 0 is not known yet.
func least(old, v float64) float64 {
	if old == 0 || v < old {
		return v
	}
	return old
}

// size is the number of bytes of all files in a directory.
func size(dir string) (n int64, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			n += info.Size()
		}
	}
	return n, err
}
