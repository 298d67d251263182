package confirm

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestStarved: a pause does not end while the goroutine that it waits for gets no processor,
// however short it is.
func TestStarved(t *testing.T) {
	candidate := predicted(t, instrumented(t, filepath.Join("testdata", "starved"), "build").Binary, "starved")
	plan, err := candidate.Plan(trace.AbsIndex, true, true)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Timeout: time.Minute, Pause: time.Second / 2}
	r, err := RunOnce(context.Background(), t.TempDir(), candidate.Target, candidate.Target.Args, plan, opt, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v, %.1f s", r.Stats, r.Seconds)
	if r.Verdict == nil || r.Stats.Late > 0 {
		t.Errorf("verdict %t, %+v, exit %d", r.Verdict != nil, r.Stats, r.Exit)
	}
}
