package purse

import (
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A part of a purse ends with the purse, and what a stage leaves is for those after it.
func TestPurse(t *testing.T) {
	whole := Purse{meter: new(record.Meter), end: 12 * time.Second}
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
	if _, p := Open(t.Context(), dir, true); p.Left() != base+times*3*time.Second {
		t.Errorf("%v", p.Left())
	}
	if _, p := Open(t.Context(), dir, false); p.end != 0 {
		t.Errorf("without a limit: %v", p.Left())
	}
}
