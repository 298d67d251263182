//go:build rest

package dispatch

import (
	"testing"

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
