package confirm

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestBlockedInRun: a confirming run that ends without a verdict tells of goroutines
// that are blocked for ever, as a recorded one does.
func TestBlockedInRun(t *testing.T) {
	tg := instrumented(t, filepath.Join("..", "predict", "testdata", "blocked"), "test", "-c", "-vet=off") // with which package predict tries its reader
	tg.Env = append(tg.Env, boundary.EnvBlocked+"=1")
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
		run, err := RunOnce(context.Background(), t.TempDir(), tg, []string{"-test.run=^" + name + "$"}, &pauses.Plan{}, Options{}, 0)
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
