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

// endingsSource is a program that ends, allocates and multiplies in unusual ways.
const endingsSource = `
-- main.go --
package main

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"sync"
	"syscall"
	"time"
)

func main() {
	switch os.Args[1] {
	case "killed":
		new(killed).cross()
		time.Sleep(300 * time.Millisecond) // several times what the recorder waits between two writes
		killSelf()
	case "killed at once":
		killSelf()
	case "killed child":
		_ = exec.Command(os.Args[0], "killed at once").Run()
		new(leaves).ab()
	case "forever":
		for range 100 {
			go func() { select {} }()
		}
		var held sync.Mutex
		go func() { held.Lock(); select {} }()
		new(leaves).cross()
	case "many":
		many(os.Args[2])
	case "allocations":
		allocations()
	case "ordered children", "children":
		kind := map[string]string{"ordered children": "ordered", "children": "inherited"}[os.Args[1]]
		for range 3 {
			_ = exec.Command(os.Args[0], kind).Run()
		}
	case "inherited":
		new(inherited).cross()
	case "ordered":
		o := new(inherited)
		o.ab()
		o.ab()
	case "spend":
		spend(os.Args[2])
	case "spenders":
		for range 12 {
			_ = exec.Command(os.Args[0], "spend", "10000").Run()
		}
	case "watchdog":
		watchdog()
	case "other program":
		_ = exec.Command(os.Args[2], "global").Run()
	case "global":
		global.cross()
	}
}

var global variable

func killSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// many has so many goroutines alive at once, each of which takes two locks.
func many(n string) {
	count, err := strconv.Atoi(n)
	if err != nil {
		panic(err)
	}
	var outer, inner sync.Mutex
	var wg sync.WaitGroup
	start := make(chan bool)
	for range count {
		wg.Go(func() {
			<-start
			outer.Lock()
			inner.Lock()
			inner.Unlock()
			outer.Unlock()
		})
	}
	close(start)
	wg.Wait()
	new(crowd).cross()
}

// allocations has locks in objects that nobody wrote a new or a literal for.
func allocations() {
	reflect.New(reflect.TypeFor[reflected]()).Interface().(*reflected).cross()
	list := reflect.MakeSlice(reflect.TypeFor[[]sliced](), 3, 3)
	list.Index(1).Addr().Interface().(*sliced).cross()
	m := map[string]*mapped{}
	m["a"] = &mapped{}
	m["a"].cross()
	var s []appended
	for range 5 {
		s = append(s, appended{})
	}
	s[3].cross()
}

// spend writes a lot that is not repeated.
func spend(n string) {
	count, err := strconv.Atoi(n)
	if err != nil {
		panic(err)
	}
	for range count {
		c := make(chan int, 1)
		c <- 1
		<-c
	}
	fmt.Println("spent")
}

// watchdog can not deadlock: whoever waits too long has the lock released for
// him, by a timer that no passing run sees.
func watchdog() {
	t := new(watched)
	var wg sync.WaitGroup
	wg.Go(t.ab)
	wg.Go(func() {
		time.Sleep(20 * time.Millisecond)
		t.b.Lock()
		dog := time.AfterFunc(300*time.Millisecond, t.b.Unlock)
		t.a.Lock()
		t.a.Unlock()
		if dog.Stop() {
			t.b.Unlock()
		}
	})
	wg.Wait()
}
`

// builtEndings is that program, built once.
var builtEndings = struct {
	sync.Once
	binary string
}{}

func endings(t *testing.T) string {
	t.Helper()
	builtEndings.Do(func() {
		types := []string{"killed", "leaves", "crowd", "inherited", "reflected", "sliced", "mapped", "appended", "watched", "variable"}
		built, err := os.MkdirTemp("", "deadlocklint-test-")
		if err != nil {
			t.Fatal(err)
		}
		builtEndings.binary = filepath.Join(built, "endings")
		if err := os.Rename(moduletest.Build(t, moduletest.Module(t, endingsSource, "types.go", moduletest.Crossing("main", types...))), builtEndings.binary); err != nil {
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
