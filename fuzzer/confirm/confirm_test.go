package confirm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestMain lets the test binary be the program that is run again.
func TestMain(m *testing.M) {
	if os.Getenv(boundary.EnvPlan) != "" {
		os.Exit(program(os.Args[1]))
	}
	os.Exit(m.Run())
}

// program leaves what an instrumented program would.
func program(kind string) int {
	dir := os.Getenv(boundary.EnvDir)
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	switch kind {
	case "deadlock":
		put("v.1.1", verdictText)
		return 66
	case "other":
		put("v.1.1", otherText)
		return 66
	case "fails":
		put("s.1.1", statsText)
		return 1
	case "says": // what it was given
		plan, err := os.ReadFile(os.Getenv(boundary.EnvPlan))
		in, err2 := io.ReadAll(os.Stdin)
		put("v.1.1", reportOf(boundary.AboutCycle, &boundary.Goroutine{At: 2}, &boundary.Dump{})+fmt.Sprintf("%s %v %v %s %s %s %s %s", plan, err, err2, in,
			os.Getenv(boundary.EnvMode), os.Getenv(boundary.EnvSeed), os.Getenv("GODEBUG"), os.Getenv("MINE")))
	case "family":
		put("s.1.1", statsText)
		//deadlocklint:ignore unfinished the member outlives this process
		if err := exec.Command(os.Args[0], "member").Start(); err != nil {
			panic(err)
		}
		return program("member")
	case "member": // stays until its connection ends
		c, err := net.Dial("tcp", os.Getenv("MINE"))
		if err != nil {
			panic(err)
		}
		defer c.Close()
		_, _ = io.Copy(io.Discard, c)
	}
	put("s.1.1", statsText)
	return 0
}

func target(t *testing.T, kind string) *record.Target {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &record.Target{ID: "1", Binary: self, Args: []string{kind}, Dir: t.TempDir()}
}

func TestOnce(t *testing.T) {
	for _, c := range []struct {
		kind    string
		verdict bool
		exit    int
	}{{"deadlock", true, 66}, {"other", true, 66}, {"fails", false, 1}, {"nothing", false, 0}} {
		dir := t.TempDir()
		r, err := RunOnce(context.Background(), dir, target(t, c.kind), []string{c.kind}, abba(), Options{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Verdict != nil) != c.verdict || r.Exit != c.exit || r.TimedOut {
			t.Errorf("%s: %+v", c.kind, r)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: it leaves %v behind, %v", c.kind, left, err)
		}
	}
}

// TestOnceGives looks at what the program under test is given.
func TestOnceGives(t *testing.T) {
	t.Setenv("GODEBUG", "panicnil=1")
	tg := target(t, "says")
	tg.Env = []string{"MINE=yes"}
	tg.Stdin = filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(tg.Stdin, []byte("input"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := RunOnce(context.Background(), t.TempDir(), tg, tg.Args, abba(), Options{Strategy: Serial, Seed: 5}, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%s <nil> <nil> input 6 %d panicnil=1,asyncpreemptoff=1 yes", abba().Format(), 5+2*7919+1)
	if r.Verdict == nil || r.Verdict.Dump != want {
		t.Errorf("got %+v\nwant %s", r.Verdict, want)
	}
}

func TestOnceStdinGone(t *testing.T) {
	tg := target(t, "says")
	tg.Stdin = filepath.Join(t.TempDir(), "gone")
	if _, err := RunOnce(context.Background(), t.TempDir(), tg, tg.Args, abba(), Options{}, 0); err == nil || !strings.Contains(err.Error(), "record again") {
		t.Errorf("error %v", err)
	}
}

// TestOnceEndsAll: a program that does not end is stopped with all that it
// started, and what it counted is read.
func TestOnceEndsAll(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	tg := target(t, "family")
	tg.Env = []string{"MINE=" + l.Addr().String()}
	ctx, interrupt := context.WithCancel(context.Background())
	members := make(chan net.Conn, 2)
	go func() {
		defer interrupt()
		for range cap(members) {
			if c, err := l.Accept(); err == nil {
				members <- c
			}
		}
	}()
	r, err := RunOnce(ctx, t.TempDir(), tg, tg.Args, abba(), Options{}, 0)
	if err != nil || r.Verdict != nil || len(r.Stats.Edges) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	for range cap(members) {
		c := <-members
		if _, err := io.Copy(io.Discard, c); err != nil && !errors.Is(err, syscall.ECONNRESET) {
			t.Error(err)
		}
		c.Close()
	}
}

// TestOnceTimesOut: the time of a run may be over before it has begun.
func TestOnceTimesOut(t *testing.T) {
	r, err := RunOnce(context.Background(), t.TempDir(), target(t, "nothing"), []string{"nothing"}, abba(), Options{Timeout: 1}, 0)
	if err != nil || !r.TimedOut || r.Verdict != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestOnceCannot(t *testing.T) {
	tg := target(t, "x")
	tg.Binary = filepath.Join(t.TempDir(), "gone")
	_, err := RunOnce(context.Background(), t.TempDir(), tg, nil, abba(), Options{}, 0)
	if err == nil || !strings.Contains(err.Error(), "cannot run") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	if _, err := RunOnce(context.Background(), filepath.Join(t.TempDir(), "gone"), tg, nil, abba(), Options{}, 0); err == nil || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("error %v", err)
	}
}

func TestVariants(t *testing.T) {
	want := map[string]trace.Abstraction{
		"index": trace.AbsIndex, "receivers": trace.AbsReceivers, "trivial": trace.AbsTrivial,
		"no-context": trace.AbsIndex, "no-yield": trace.AbsIndex,
	}
	for name, opt := range Variants() {
		if abs, ok := want[name]; !ok || opt.abstraction() != abs {
			t.Errorf("%s is abstraction %d", name, opt.abstraction())
		}
		if opt.NoContext != (name == "no-context") || opt.NoYield != (name == "no-yield") {
			t.Errorf("%s: %+v", name, opt)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if (Options{}).abstraction() != trace.AbsIndex {
		t.Error("the zero value is not the best variant")
	}
}

func TestEnvironment(t *testing.T) {
	env := environment("dir", "plan", Options{Pause: 3e9}, 0)
	for _, want := range []string{boundary.EnvDir + "=dir", boundary.EnvPlan + "=plan", boundary.EnvMode + "=2", boundary.EnvPause + "=3000", boundary.EnvSeed + "=1"} {
		if !slices.Contains(env, want) {
			t.Errorf("%s is missing in %q", want, env)
		}
	}
	if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "GOMAXPROCS=") }) {
		t.Errorf("one goroutine at a time although parallel: %q", env)
	}
	other := environment("dir", "plan", Options{}, 1)
	if slices.Equal(env[len(env)-1:], other[len(other)-1:]) {
		t.Error("every try has the same seed")
	}
}

// TestNotTried: what cannot be tried says why, and is no error.
func TestNotTried(t *testing.T) {
	c := candidate()
	r, err := Confirm(context.Background(), t.TempDir(), c, Options{})
	if err != nil || r.Confirmed || len(r.Runs) > 0 || !strings.Contains(r.Reason, "not tried: ") {
		t.Errorf("without a target: %+v, %v", r, err)
	}
	c.Target = target(t, "deadlock")
	for range pauses.MaxEdges {
		c.Edges = append(c.Edges, c.Edges[0])
	}
	r, err = Confirm(context.Background(), t.TempDir(), c, Options{})
	if err != nil || r.Confirmed || !strings.Contains(r.Reason, "more than 8 goroutines") {
		t.Errorf("too many goroutines: %+v, %v", r, err)
	}
	c = candidate()
	c.Target = target(t, "deadlock")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err = Confirm(ctx, t.TempDir(), c, Options{})
	if err != nil || r.Confirmed || r.Reason != "not tried: interrupted" {
		t.Errorf("interrupted: %+v, %v", r, err)
	}
}

// TestDeadline: no run begins after the deadline, and one that it ends does not count.
func TestDeadline(t *testing.T) {
	c := candidate()
	c.Target = target(t, "nothing")
	r, err := Confirm(context.Background(), t.TempDir(), c, Options{Deadline: time.Now().Add(-1)})
	if err != nil || len(r.Runs) > 0 || !r.DeadlineReached || !strings.Contains(r.Reason, "not tried: the time was spent") {
		t.Errorf("over: %+v, %v", r, err)
	}
	if r, err = Confirm(context.Background(), t.TempDir(), c, Options{Deadline: time.Now().Add(time.Hour)}); err != nil || len(r.Runs) != DefaultTries || r.DeadlineReached {
		t.Errorf("to come: %+v, %v", r, err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c.Target = target(t, "member") // waits until it is ended
	c.Target.Env = []string{"MINE=" + l.Addr().String()}
	r, err = Confirm(context.Background(), t.TempDir(), c, Options{Deadline: time.Now().Add(time.Second)})
	if err != nil || len(r.Runs) > 0 || !r.DeadlineReached {
		t.Errorf("meanwhile: %+v, %v", r, err)
	}
	// All tests together, the last resort, are tried once if they take too long.
	c.Tests = []string{"TestOne"}
	r, err = Confirm(context.Background(), t.TempDir(), c, Options{Timeout: time.Millisecond, Tries: 3})
	if err != nil || len(r.Runs) != 3 || !r.Runs[2].TimedOut {
		t.Errorf("too long: %+v, %v", r, err)
	}
}
