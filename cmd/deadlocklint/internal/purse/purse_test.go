package purse

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A part of a purse ends with the purse, and what a stage leaves is for those after it.
func TestPurse(t *testing.T) {
	whole := Purse{meter: new(record.Meter), own: func() time.Duration { return 0 }, end: 12 * time.Second}
	half := whole.Part(2)
	if half.Left() != 6*time.Second || half.IsOver() {
		t.Errorf("half is %v", half.Left())
	}
	whole.meter.Charge(2 * time.Second)
	if half.Left() != 4*time.Second || whole.Part(2).Left() != 5*time.Second {
		t.Errorf("%v of a half and %v of the next are left", half.Left(), whole.Part(2).Left())
	}
	whole.meter.Charge(time.Minute)
	if !half.IsOver() || !whole.IsOver() || whole.Left() != 0 {
		t.Error("a spent purse is not over")
	}
	if p := (Purse{}).Part(3); p.IsOver() || p.Left() < time.Hour {
		t.Error("a purse without an end has one")
	}
}

// What the recorded tests took decides, unless the purse has no limit.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	target := &record.Target{ID: "a", Processor: 3 * time.Second}
	if err := target.Save(dir); err != nil {
		t.Fatal(err)
	}
	if _, p := Open(t.Context(), dir, true); p.end != base+times*3*time.Second || p.Left() > p.end {
		t.Errorf("%v of %v", p.Left(), p.end)
	}
	if _, p := Open(t.Context(), dir, false); p.end != 0 {
		t.Errorf("without a limit: %v", p.Left())
	}
}

// A context ends with its purse, which work of this process empties, and with its own end.
func TestWithin(t *testing.T) {
	var spent atomic.Int64
	p := Purse{meter: new(record.Meter), own: func() time.Duration { return time.Duration(spent.Load()) }, end: time.Second}
	other, stop := p.Within(t.Context())
	if stop(); context.Cause(other) != context.Canceled {
		t.Errorf("stopped: %v", context.Cause(other))
	}
	ctx, stop := p.Within(t.Context())
	defer stop()
	if spent.Store(int64(time.Second) - 1); p.IsOver() || ctx.Err() != nil {
		t.Errorf("%v are left: %v", p.Left(), ctx.Err())
	}
	spent.Add(1)
	if <-ctx.Done(); context.Cause(ctx) != context.DeadlineExceeded {
		t.Errorf("over: %v", context.Cause(ctx))
	}
}
