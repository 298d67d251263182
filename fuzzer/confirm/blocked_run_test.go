package confirm

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// leaking builds the tests with which package predict tries its reader.
func leaking(t *testing.T) *record.Target {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "predict", "testdata", "blocked"))
	if err != nil {
		t.Fatal(err)
	}
	tc, err := goroot.Resolve(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	s, err := goroot.Make(tc, cache)
	if err != nil {
		t.Fatal(err)
	}
	tg := &record.Target{ID: "1", Binary: filepath.Join(t.TempDir(), "program"), Dir: t.TempDir()}
	args := []string{"test", "-c", "-vet=off", "-o", tg.Binary}
	for _, f := range goroot.Gcflags(false) {
		args = append(args, "-gcflags="+f)
	}
	cmd := exec.Command(s.Go(), append(args, ".")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), s.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tg
}

// TestBlockedInRun: a confirming run that ends without a verdict tells of goroutines
// that are blocked for ever, as a recorded one does.
func TestBlockedInRun(t *testing.T) {
	tg := leaking(t)
	tg.Env = append(tg.Env, record.EnvBlocked+"=1")
	for name, want := range map[string][]trace.Op{
		"TestFour":          {trace.OpSend, trace.OpRequest, trace.OpWGWait, trace.OpWait},
		"TestSendTwin":      nil,
		"TestKeptByTimer":   nil,
		"TestKeptByLeaked":  {trace.OpRecv, trace.OpSend},
		"TestGlobalSend":    {trace.OpSend},
		"TestSubOfParent":   nil,
		"TestAfterAWhile":   {trace.OpSend},
		"TestWaitGroupTwin": nil,
	} {
		run, err := Once(context.Background(), t.TempDir(), tg, []string{"-test.run=^" + name + "$"}, &sched.Plan{}, Options{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if run.Exit != 0 || run.Verdict != nil {
			t.Errorf("%s: %+v", name, run)
		}
		got := map[trace.Op]bool{}
		for _, b := range run.Blocked {
			got[b.Op] = true
			if b.Leaked == (name == "TestGlobalSend") || b.Index == 0 || !strings.Contains(b.Stack, "blocked."+name+".func") {
				t.Errorf("%s: %+v", name, b)
			}
		}
		ok := len(got) == len(want) && len(run.Blocked) == len(want)
		for _, op := range want {
			ok = ok && got[op]
		}
		if !ok {
			t.Errorf("%s: got %+v, want %v", name, run.Blocked, want)
		}
	}
}
