//go:build rest

package dispatch

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestManyGoroutines: the trace of 100 000 goroutines is whole and usable.
func TestManyGoroutines(t *testing.T) {
	t.Parallel()
	dir, o := recordEnding(t, nil, "many", "100000")
	o.want(t, "record", 0)
	o = call(t, "confirm", "-json", dir)
	o.want(t, "confirm", 3)
	if o.confirmed() != "crowd" || o.Stats.Lost != 0 || len(o.Stats.Damaged) != 0 {
		t.Errorf("confirmed %q, %+v", o.confirmed(), o.Stats)
	}
	tr := onlyTrace(t, dir)
	started := 0
	for _, e := range tr.Events {
		if e.Op == trace.OpGo {
			started++
		}
	}
	if started < 100_000 {
		t.Errorf("%d goroutines in the trace", started)
	}
	if problems := trace.Check(tr.Events); len(problems) > 0 {
		t.Errorf("%d problems, the first %v", len(problems), problems[0])
	}
}

// TestReleasedByATimer looks closer: the cycle was there, and did not count.
func TestReleasedByATimer(t *testing.T) {
	t.Parallel()
	dir, _ := recordEnding(t, nil, "watchdog")
	o := call(t, "confirm", "-json", dir)
	if o.types(report.StatusNotReached) != "watched" {
		t.Fatalf("not tried: %s", o.out)
	}
	if reason := o.Findings[0].Dynamic.Reason; strings.Contains(reason, "never reached") {
		t.Errorf("the cycle was not made: %s", reason)
	}
}

// TestRunBudget: all processes of a run share a budget.
func TestRunBudget(t *testing.T) {
	t.Parallel()
	size := func(dir string) (n int64) {
		names, err := record.Traces(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			n += info.Size()
		}
		return n
	}
	dir, o := recordEnding(t, nil, "spenders")
	o.want(t, "record", 0)
	whole := size(dir)
	dir, o = recordEnding(t, []string{boundary.EnvAllMB + "=2"}, "spenders")
	o.want(t, "record with a budget", 0)
	// Each process may write a buffer for each P before it notices.
	if got := size(dir); whole < 8<<20 || got > 4<<20 {
		t.Errorf("%d bytes with a budget of 2 MB, %d without", got, whole)
	}
	o = call(t, "confirm", "-tries=0", "-json", dir)
	if o.want(t, "predict", 0, boundary.EnvAllMB); o.Stats.Processes != 13 || o.Stats.Lost == 0 {
		t.Errorf("%+v", o.Stats)
	}
}

// TestOtherProgram: a program that the recorded one starts is another binary,
// whose variables have names of their own.
func TestOtherProgram(t *testing.T) {
	t.Parallel()
	other := moduletest.Build(t, moduletest.Module(t, endingsSource, "types.go",
		"package main\n\nvar padding [4096]byte\n\nfunc init() { padding[1] = 1 }\n",
		"more.go", moduletest.Crossing("main", "killed", "leaves", "crowd", "inherited", "reflected", "sliced", "mapped", "appended", "watched", "variable"),
		"go.mod", "module example.com/other\n\ngo 1.24\n"))
	dir, o := recordEnding(t, nil, "other program", other)
	o.want(t, "record", 0)
	o = call(t, "confirm", "-tries=0", "-json", dir)
	if o.types(report.StatusPredicted) != "variable" || !strings.Contains(o.out, `"class":"example.com/other.variable.a"`) {
		t.Errorf("wrong names: %s", o.out)
	}
	if strings.Contains(o.out, `"class":"example.com/m.`) {
		t.Errorf("names of another program: %s", o.out)
	}
}
