package dispatch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// builtEndings is that program, built once.
var builtEndings = struct {
	sync.Once
	binary string
}{}

func endings(t *testing.T) string {
	t.Helper()
	builtEndings.Do(func() {
		built, err := os.MkdirTemp("", "deadlocklint-test-")
		if err != nil {
			t.Fatal(err)
		}
		builtEndings.binary = filepath.Join(built, "endings")
		if err := os.Rename(moduletest.Build(t, moduletest.Source(t, "endings")), builtEndings.binary); err != nil {
			t.Fatal(err)
		}
	})
	return builtEndings.binary
}

// recordEnding records one run, with more variables.
func recordEnding(t *testing.T, env []string, args ...string) (dir string, o outcome) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "rec")
	cmd := process(t, t.TempDir(), env, append([]string{"record", "-keep", dir, "--", endings(t)}, args...)...)
	return dir, runProcess(t, cmd)
}

// TestEndings is record and confirm for endings that lose nothing.
func TestEndings(t *testing.T) {
	type ending struct {
		name    string
		args    []string
		record  int
		status  int
		types   string // that are confirmed
		damaged string // what is said about the recording
	}
	for _, c := range []ending{
		{"KilledWhileRecording", []string{"killed"}, 1, 3, "killed", "the process was killed"},
		{"GoroutinesThatNeverEnd", []string{"forever"}, 0, 3, "leaves", ""},
		{"Allocations", []string{"allocations"}, 0, 3, "appended mapped reflected sliced", ""},
		{"Children", []string{"children"}, 0, 3, "inherited", ""},
		{"OrderedChildren", []string{"ordered children"}, 0, 0, "", ""},
		{"ReleasedByATimer", []string{"watchdog"}, 0, 0, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir, o := recordEnding(t, nil, c.args...)
			o.want(t, "record", c.record)
			o = call(t, "confirm", "-json", dir)
			o.want(t, "confirm", c.status, c.damaged)
			if o.confirmed() != c.types {
				t.Errorf("confirmed %q, want %q", o.confirmed(), c.types)
			}
			if c.damaged == "" && len(o.Stats.Damaged) > 0 {
				t.Errorf("incomplete: %q", o.Stats.Damaged)
			}
		})
	}
}

// TestKilledAtOnce: nothing was recorded, and that is said.
func TestKilledAtOnce(t *testing.T) {
	t.Parallel()
	dir, _ := recordEnding(t, nil, "killed at once")
	o := call(t, "confirm", "-tries=0", "-json", dir)
	if o.status == 0 && len(o.Stats.Damaged) == 0 || o.status == report.ExitFindings {
		t.Errorf("exit status %d: %s%s", o.status, o.out, o.message)
	}
}

// TestKilledChild: a program may start processes to kill them. Its own recording is
// whole, which is what counts.
func TestKilledChild(t *testing.T) {
	t.Parallel()
	dir, _ := recordEnding(t, nil, "killed child")
	o := call(t, "confirm", "-tries=0", "-json", dir)
	if o.status != report.ExitClean || len(o.Stats.Damaged) == 0 || o.Stats.Incomplete {
		t.Errorf("exit status %d: %s%s", o.status, o.out, o.message)
	}
}

func onlyTrace(t *testing.T, dir string) *trace.Trace {
	t.Helper()
	names, err := record.Traces(dir)
	if err != nil || len(names) != 1 {
		t.Fatalf("traces %q, %v", names, err)
	}
	tr, err := wire.ReadFile(names[0])
	if err != nil || tr.Damage != nil {
		t.Fatal(err, tr.Damage)
	}
	return tr
}

// TestPanicIsRecorded: a trace tells which goroutine ended its process.
func TestPanicIsRecorded(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "panic")
	panics := func(tr *trace.Trace) int {
		return len(slices.Collect(func(yield func(trace.Event) bool) {
			for _, e := range tr.Events {
				if e.Op == trace.OpPanic && e.G != 0 && !yield(e) {
					return
				}
			}
		}))
	}
	if n := panics(onlyTrace(t, dir)); n != 1 {
		t.Errorf("%d panics, want 1", n)
	}
	dir, _ = recorded(t, "", "exit")
	if n := panics(onlyTrace(t, dir)); n != 0 {
		t.Errorf("%d panics in a run without any", n)
	}
}

// TestTwoRecordings: processes that write to one directory at once keep apart.
func TestTwoRecordings(t *testing.T) {
	t.Parallel()
	dir, bin := t.TempDir(), endings(t)
	var wg sync.WaitGroup
	for _, kind := range []string{"inherited", "ordered", "global", "inherited"} {
		target, err := record.NewTarget(dir, bin, []string{kind}, dir)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			if code, err := target.Record(t.Context(), dir, nil, nil, nil); code != 0 || err != nil {
				t.Error(code, err)
			}
		})
	}
	wg.Wait()
	o := call(t, "confirm", "-json", dir)
	if o.want(t, "confirm", 3); o.confirmed() != "inherited variable" || o.Stats.Processes != 4 || len(o.Stats.Damaged) > 0 {
		t.Errorf("confirmed %q, %+v", o.confirmed(), o.Stats)
	}
}

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
	elsewhere := moduletest.Copy(t, "endings")
	moduletest.Write(t, elsewhere, "go.mod", "module example.com/other\n\ngo 1.24\n")
	other := moduletest.Build(t, elsewhere, "-tags=padded")
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
