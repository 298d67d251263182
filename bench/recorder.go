package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// recorder measures the workload in several modes.
type recorder struct {
	rounds int
	atTime time.Duration
	only   string
}

func recorderFlags(fs *flag.FlagSet) measurement {
	r := &recorder{}
	fs.IntVar(&r.rounds, "rounds", 15, "how often each mode is run; the minimum counts")
	fs.DurationVar(&r.atTime, "t", 5*time.Millisecond, "CPU `time` to measure an operation for; short, so that some runs are not disturbed")
	fs.StringVar(&r.only, "only", "", "measure operations whose name contains this `text`")
	return r.measure
}

// A mode is a way to build and run the workload.
type mode struct {
	name  string
	build build
	env   []string
	file  bool // it writes traces
	whole bool // nothing may be missing in them

	binary string
	cost   map[string]float64 // ns, by operation
	lost   uint64             // events missing in its file
	repeat uint64             // order that it left out because it had been given before
}

func modes() []*mode {
	const on = boundary.EnvMode + "=1"
	recorded := build{name: "workload.instrumented", instrumented: true}
	return []*mode{
		{name: "plain", build: build{name: "workload.native"}},
		{name: "off", build: recorded},
		{name: "memory", build: recorded, env: []string{on, boundary.EnvMemory + "=1"}},
		{name: "memory, all", build: recorded, env: []string{on, boundary.EnvMemory + "=1", boundary.EnvFold + "=0"}},
		{name: "file", build: recorded, env: []string{on}, file: true},
		{name: "file, all", build: recorded, env: []string{on, boundary.EnvFold + "=0", boundary.EnvMegabytes + "=65536", boundary.EnvAllMB + "=65536"}, file: true, whole: true},
		{name: "go-deadlock", build: build{name: "workload.godeadlock", tags: "godeadlock"}},
		{name: "linkdata/deadlock", build: build{name: "workload.linkdata", tags: "linkdata,deadlock"}},
	}
}

func (r *recorder) measure(ctx context.Context, e *environment) ([]table, error) {
	all := modes()
	for _, m := range all {
		say("building %s", m.build.name)
		m.build.dir, m.build.pkg = ".", "./workload"
		var err error
		if m.binary, err = e.build(ctx, m.build); err != nil {
			return nil, err
		}
		m.cost = map[string]float64{}
	}
	var names []string // of the operations, as the first mode prints them
	for i := range r.rounds {
		say("round %d of %d", i+1, r.rounds)
		for _, m := range all { // interleaved: noise meets all of them
			got, err := r.once(ctx, e, m, i == 0)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", m.name, err)
			}
			if len(names) == 0 {
				names = got
			}
		}
	}
	return []table{costs(all, names, r), ratios(all, names)}, nil
}

// once runs the workload in a mode and keeps the minima.
func (r *recorder) once(ctx context.Context, e *environment, m *mode, check bool) (names []string, err error) {
	dir := filepath.Join(e.dir, "traces")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, m.binary, "-t", r.atTime.String(), "-only", r.only)
	cmd.Env = append(off(os.Environ()), m.env...)
	if m.file {
		cmd.Env = append(cmd.Env, boundary.EnvDir+"="+dir)
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for l := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(l), "\t")
		ns, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, err
		}
		if old, ok := m.cost[name]; !ok || ns < old {
			m.cost[name] = ns
		}
		names = append(names, name)
	}
	if m.whole && check {
		m.lost, m.repeat, err = missing(dir)
	}
	return names, err
}

// missing counts the events that are not in the traces of a directory: those
// that were lost, and those that were left out on purpose.
func missing(dir string) (lost, repeated uint64, err error) {
	files, err := record.Traces(dir)
	if err != nil {
		return 0, 0, err
	}
	if len(files) == 0 {
		return 0, 0, fmt.Errorf("nothing was recorded")
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return 0, 0, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return 0, 0, err
		}
		r, err := wire.NewReader(f, info.Size())
		if err != nil {
			return 0, 0, err
		}
		for r.Next() {
			switch e := r.Event(); e.Op {
			case trace.OpLost:
				lost += e.Arg
			case trace.OpFolded:
				repeated += e.Arg
			}
		}
		if err := r.Err(); err != nil {
			return 0, 0, err
		}
	}
	return lost, repeated, nil
}

func costs(all []*mode, names []string, r *recorder) table {
	t := table{title: "Nanoseconds per operation", head: []string{"operation"}}
	for _, m := range all {
		t.head = append(t.head, m.name)
	}
	for _, name := range names {
		row := []string{name}
		for _, m := range all {
			row = append(row, number(m.cost[name], 1))
		}
		t.row(row...)
	}
	t.notes = []string{
		fmt.Sprintf("CPU time, user and system, of the process by getrusage(2); the minimum of %d interleaved runs of each mode. ", r.rounds) +
			"plain: built with the ordinary Go. off: built with the instrumented Go, nothing recorded. " +
			"memory: recorded, into buffers that are not written. file: recorded into a file. " +
			"all: no critical section is folded, every event is written.",
	}
	for _, m := range all {
		if m.whole {
			t.notes = append(t.notes, fmt.Sprintf("Events lost on the way to the file of \"%s\": %d. Left out on purpose: %d, all of Once.Do, of which only the first few of a goroutine are written.", m.name, m.lost, m.repeat))
		}
	}
	return t
}

func ratios(all []*mode, names []string) table {
	t := table{title: "Ratio to plain", head: []string{"operation"}}
	for _, m := range all[1:] {
		t.head = append(t.head, m.name)
	}
	for _, name := range names {
		row := []string{name}
		for _, m := range all[1:] {
			row = append(row, number(m.cost[name]/all[0].cost[name], 2))
		}
		t.row(row...)
	}
	t.notes = []string{"Goals for Lock+Unlock, stacks of 16 frames: memory at most 8, file with all events at most 10, both whatever is held elsewhere; off at most 1.3."}
	return t
}

// number prints a value; there is none for an operation that a mode does not have.
func number(v float64, digits int) string {
	if v == 0 || math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
