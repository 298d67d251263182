package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// checkCommand is the name under which the program calls itself to check a trace.
const checkCommand = "__typestate"

// checkShape is a made trace: goroutines that call objects in turn, each call with a
// critical section in it. Every object has the same number of calls. The objects, and the
// locks in them, have addresses of their own, or those of a few that come and go.
type checkShape struct {
	calls, goroutines, perObject int
	short                        bool
}

// maxHeldCalls is how many calls are measured as a whole.
const maxHeldCalls = 400_000

// places is how many objects that come and go there are at a time.
const places = 1000

func memoryFlags(*flag.FlagSet) measurement { return memoryTables }

// memoryTables is the memory of a whole check against the trace's length.
func memoryTables(ctx context.Context, e *environment) ([]table, error) {
	t := table{title: "Whole check of made traces", head: []string{
		"calls", "goroutines", "calls of an object", "objects come and go", "events", "file, MB", "all held: peak MB", "bytes/event", "as a stream: peak MB", "bytes/event", "check, CPU s",
	}}
	for _, s := range []checkShape{
		{25_000, 8, 10, false}, {100_000, 8, 10, false}, {400_000, 8, 10, false}, {100_000, 100, 10, false},
		{25_000, 8, 10, true}, {100_000, 8, 10, true}, {400_000, 8, 10, true}, {1_600_000, 8, 10, true},
		{25_000, 8, 25_000, false}, {100_000, 8, 100_000, false}, {400_000, 8, 400_000, false},
	} {
		say("check of %d calls", s.calls)
		row, err := checked(ctx, filepath.Join(e.dir, "made.trace"), s)
		if err != nil {
			return nil, err
		}
		t.row(row...)
	}
	t.notes = []string{
		"Goroutines call the methods of one object after the other, each call with a lock around its inside: five events. A process for each reading takes the calls out of the trace file, looks for races, mines the type's automaton and checks every order that was possible. " +
			"All held: all events and all calls are in memory; as a stream: the file is read twice, an event at a time, and of an object no more calls are kept than are mined from, and of objects that are used alike the first, as deadlocklint typestate check does. Objects come and go: there are " + strconv.Itoa(places) + " at a time, whose addresses are used again, as in a program that frees them. Peak: resident memory of the process. Bytes per event: the peak over the events.",
	}
	return []table{t}, nil
}

// checked measures a shape in both ways.
func checked(ctx context.Context, file string, s checkShape) ([]string, error) {
	events, err := writeMade(file, s)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	row := []string{strconv.Itoa(s.calls), strconv.Itoa(s.goroutines), strconv.Itoa(s.perObject), map[bool]string{true: "yes", false: "no"}[s.short], strconv.Itoa(events), number(float64(info.Size())/1e6, 0)}
	var last latticeReading
	for _, how := range []string{"held", "stream"} {
		if how == "held" && s.calls > maxHeldCalls {
			row = append(row, "–", "–")
			continue
		}
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, self, checkCommand, how, file)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("check of %d calls: %w", s.calls, err)
		}
		if err := json.Unmarshal(out, &last); err != nil {
			return nil, err
		}
		row = append(row, number(float64(last.Memory)/1e6, 0), number(float64(last.Memory)/float64(events), 0))
	}
	return append(row, number(last.CPU, 1)), nil
}

// writeMade writes the trace of a shape and returns the number of its events.
func writeMade(file string, s checkShape) (int, error) {
	const typ, memory, size = 1, 1 << 40, 64
	t := &trace.Trace{Texts: map[uint64]string{typ: "example.com/m.Store"}, Header: map[string]string{}}
	add := func(e trace.Event) {
		e.Seq = uint64(len(t.Events) + 1)
		t.Events = append(t.Events, e)
	}
	for g := range s.goroutines {
		add(trace.Event{Op: trace.OpGo, G: 1, Obj: uint64(g + 2)})
	}
	for i := range s.calls {
		g, obj, site := trace.G(i%s.goroutines+2), uint64(i/s.perObject+1), uint16(i%3+1)
		lock := memory + obj*size
		if s.short {
			lock = memory + obj%places*size
		}
		if s.short && i%s.perObject == 0 {
			add(trace.Event{Op: trace.OpAlloc, G: g, Obj: lock})
			add(trace.Event{Op: trace.OpAllocType, G: g, Obj: size})
		}
		add(trace.Event{Op: trace.OpCall, G: g, Obj: obj, Arg: typ, Aux: site})
		add(trace.Event{Op: trace.OpRequest, G: g, Obj: lock})
		add(trace.Event{Op: trace.OpLock, G: g, Obj: lock})
		add(trace.Event{Op: trace.OpUnlock, G: g, Obj: lock})
		add(trace.Event{Op: trace.OpReturn, G: g, Obj: obj, Aux: site})
	}
	f, err := os.Create(file)
	if err != nil {
		return 0, err
	}
	if err := wire.Write(f, t); err != nil {
		f.Close()
		return 0, err
	}
	return len(t.Events), f.Close()
}

// runCheck is the other side of checked.
func runCheck(args []string) error {
	start := ownCPU()
	r, err := readMade(args[0], args[1])
	if err != nil {
		return err
	}
	for _, race := range r.Races(typestate.Soft) {
		var q mine.Sequences
		r.Sequences(race.Type, nil, &q)
		a, err := mine.Mine(race.Type, q.Of(race.Type), mine.Options{})
		if err != nil {
			return err
		}
		r.Check(a, typestate.Options{})
	}
	return json.NewEncoder(os.Stdout).Encode(latticeReading{CPU: (ownCPU() - start).Seconds(), Memory: ownPeak()})
}

func readMade(how, file string) (*typestate.Recording, error) {
	methods := func(site int) string { return []string{"", "Put", "Get", "Len"}[site] }
	if how == "held" {
		t, err := wire.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return typestate.Read(t, "", methods), nil
	}
	var known typestate.Preview
	t, err := wire.Each(file, known.Note)
	if err != nil {
		return nil, err
	}
	r := typestate.NewReader(t, &known, "", methods, func(string) bool { return false })
	_, err = wire.Each(file, r.Add)
	return r.Recording(), err
}
