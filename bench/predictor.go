package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// predictor measures how fast the predictor reads events, each time in a
// process of its own, whose memory is then known.
type predictor struct {
	sizes  string
	rounds int
}

func predictorFlags(fs *flag.FlagSet) measurement {
	p := &predictor{}
	fs.StringVar(&p.sizes, "events", "100000,1000000,10000000", "`numbers` of events")
	fs.IntVar(&p.rounds, "rounds", 3, "how often each is measured; the fastest counts")
	return p.measure
}

// loadCommand is the name under which the program calls itself.
const loadCommand = "__load"

// How a load is read.
const (
	viaBuilder = "lockgraph"   // the model and the analysis alone
	viaFile    = "predict.Dir" // everything from the trace file on
	viaStall   = "predict.Stall"
	writeFile  = "write" // not measured
)

// A reading is the measurement of one process.
type reading struct {
	Wall, CPU, Analyze float64 // seconds; Analyze is in Wall and CPU
	Events             int
	memory             int64 // bytes at the peak
}

func (p *predictor) measure(ctx context.Context, e *environment) ([]table, error) {
	t := table{head: []string{"load", "read by", "events", "million events/s", "million events/CPU s", "of that analysis, ms", "peak MB"}}
	for _, l := range loads {
		for _, how := range []string{viaBuilder, viaFile} {
			for _, size := range strings.Split(p.sizes, ",") {
				n, err := strconv.Atoi(size)
				if err != nil {
					return nil, fmt.Errorf("-events: %w", err)
				}
				r, err := p.fastest(ctx, e, l, how, n)
				if err != nil {
					return nil, err
				}
				million := float64(r.Events) / 1e6
				t.row(l.name, how, size, number(million/r.Wall, 2), number(million/r.CPU, 2), number(r.Analyze*1000, 1), number(float64(r.memory)/1e6, 0))
			}
		}
	}
	for _, l := range loads {
		t.notes = append(t.notes, l.name+": "+l.what+".")
	}
	t.notes = append(t.notes,
		fmt.Sprintf("The fastest of %d processes each. lockgraph: package lockgraph alone, fed with events made on the way, which is part of the time; ", p.rounds)+
			"predict.Dir: from a trace file in the page cache to findings, analysis not told apart. Peak: resident memory of the process.",
		"Goals of lockgraph: 5 million events/s at 8 goroutines, 1 million at 10 000 short-lived ones, below 2 GB.")
	return []table{t}, nil
}

func (p *predictor) fastest(ctx context.Context, e *environment, l load, how string, n int) (best reading, err error) {
	say("%s, %s, %d events", l.name, how, n)
	dir := filepath.Join(e.dir, "load")
	defer os.RemoveAll(dir)
	if how != viaBuilder {
		if _, err := child(ctx, l.name, writeFile, n, dir); err != nil {
			return best, err
		}
	}
	for range p.rounds {
		r, err := child(ctx, l.name, how, n, dir)
		if err != nil {
			return best, err
		}
		if best.Events == 0 || r.Wall < best.Wall {
			best = r
		}
	}
	return best, nil
}

// child runs one measurement in a process of its own.
func child(ctx context.Context, name, how string, n int, dir string) (r reading, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, self, loadCommand, name, how, strconv.Itoa(n), dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("%s of %s: %w", how, name, err)
	}
	r.memory = peak(cmd.ProcessState)
	return r, json.Unmarshal(out, &r)
}

// peak is the resident memory of an ended process at its largest, in bytes.
func peak(state *os.ProcessState) int64 {
	u, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return u.Maxrss
	}
	return u.Maxrss * 1024
}

// runLoad is the other side of child.
func runLoad(args []string) error {
	name, how, dir := args[0], args[1], args[3]
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	for _, l := range append(crowds(), loads...) {
		if l.name == name {
			r, err := read(l, how, n, dir)
			if err != nil {
				return err
			}
			return json.NewEncoder(os.Stdout).Encode(r)
		}
	}
	return fmt.Errorf("no load %q", name)
}

func read(l load, how string, n int, dir string) (r reading, err error) {
	if how == writeFile {
		return r, writeLoad(l, n, dir)
	}
	start, before := time.Now(), ownCPU()
	switch how {
	case viaFile:
		p, err := predict.Predict(context.Background(), dir, predict.Options{}, func(done, total int) {})
		if err != nil {
			return r, err
		}
		r.Events = int(p.Stats.Events)
	case viaStall:
		opt := predict.ProgramOptions{Time: time.Second}
		if _, err := predict.CheckPrograms(context.Background(), dir, opt, func(done, total int) {}); err != nil {
			return r, err
		}
		l.make(n, func(trace.Event) { r.Events++ })
	default:
		b := lockgraph.NewBuilder(lockgraph.Options{})
		l.make(n, b.Add)
		rel := b.Finish()
		built := time.Now()
		rel.Analyze(context.Background(), lockgraph.Info{})
		r.Analyze, r.Events = time.Since(built).Seconds(), int(rel.Stats.Events)
	}
	r.Wall, r.CPU = time.Since(start).Seconds(), (ownCPU() - before).Seconds()
	return r, nil
}

func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// writeLoad writes the load as a recording of one process.
func writeLoad(l load, n int, dir string) error {
	t := trace.New()
	t.Events = make([]trace.Event, 0, n+200_000)
	for id := trace.StackID(1); id <= 7; id++ {
		t.Stacks[id] = []trace.Frame{{Func: fmt.Sprintf("main.f%d", id), File: "main.go", Line: int(id)}}
		t.Places[id] = [3]uint64{uint64(id), uint64(id), uint64(id)}
	}
	l.make(n, func(e trace.Event) { t.Events = append(t.Events, e) })
	t.Events = append(t.Events, trace.Event{Seq: t.Events[len(t.Events)-1].Seq + 1, Op: trace.OpLost})
	t.Header[trace.HeaderConditions] = "2000"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "t.1.1.dltrace"))
	if err != nil {
		return err
	}
	if err := wire.Write(f, t); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
