package confirm

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// predicted records the program of testdata/poll and returns the one candidate.
func predicted(t *testing.T, binary, name string) *predict.Candidate {
	t.Helper()
	dir := t.TempDir()
	tg, err := record.NewTarget(dir, binary, []string{name}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if code, err := tg.Record(context.Background(), dir, nil, nil, nil); code != 0 || err != nil {
		t.Fatalf("exit status %d, %v", code, err)
	}
	p, err := predict.Predict(context.Background(), dir, predict.Options{}, func(int, int) {})
	if err != nil || len(p.Findings) != 1 || len(p.Findings[0].Candidates) == 0 {
		t.Fatalf("%+v, %v: want one finding", p, err)
	}
	c := p.Findings[0].Candidates[0]
	if c.Target == nil || c.Target.Took == 0 {
		t.Fatalf("%+v: want the target, and what its run took", c)
	}
	return c
}

// TestPolls makes runs in which goroutines poll: a pause does not wait for them, and a
// cycle is what it is without them.
func TestPolls(t *testing.T) {
	binary := instrumented(t, filepath.Join("testdata", "poll"), "build").Binary
	for _, c := range []struct {
		name             string
		verdict, rescued bool
		polls            bool // pauses end because all that goes on polls
	}{
		{name: "impossible", polls: true},
		{name: "sleeps", polls: true},
		{name: "possible", verdict: true},
		{name: "late", verdict: true},
		{name: "unlocks", rescued: true},
		{name: "unlocks among many", rescued: true},
		{name: "never unlocks", verdict: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			candidate := predicted(t, binary, c.name)
			plan, err := candidate.Plan(trace.AbsIndex, true, true)
			if err != nil {
				t.Fatal(err)
			}
			r, err := RunOnce(context.Background(), t.TempDir(), candidate.Target, candidate.Target.Args, plan, Options{Timeout: time.Minute}, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%+v, %v, %.1f s", r.Stats, r.Clock, r.Seconds)
			if (r.Verdict != nil) != c.verdict || (r.RescuedBy != nil) != c.rescued || (r.Stats.Polls > 0) != c.polls || r.TimedOut {
				t.Errorf("verdict %t, rescued by %v, %+v, exit %d", r.Verdict != nil, r.RescuedBy, r.Stats, r.Exit)
			}
		})
	}
}
