package run

import (
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A part of a purse ends with the purse, and what a stage leaves is for those behind.
func TestPurse(t *testing.T) {
	whole := purse{meter: new(record.Meter), end: 12 * time.Second}
	half := whole.part(2)
	if half.left() != 6*time.Second || half.isOver() {
		t.Errorf("half is %v", half.left())
	}
	whole.meter.Charge(2 * time.Second)
	if half.left() != 4*time.Second || whole.part(2).left() != 5*time.Second {
		t.Errorf("%v of a half and %v of the next are left", half.left(), whole.part(2).left())
	}
	whole.meter.Charge(time.Minute)
	if !half.isOver() || !whole.isOver() || whole.left() != 0 {
		t.Error("a spent purse is not over")
	}
	if p := (purse{}).part(3); p.isOver() || p.left() < time.Hour {
		t.Error("a purse without an end has one")
	}
}

// What the recorded tests took decides, unless -time was given.
func TestOpenPurse(t *testing.T) {
	pl := &pipeline{Session: &session.Session{Values: flags.Values{Time: time.Hour}, Dir: t.TempDir()}}
	target := &record.Target{ID: "a", Processor: 3 * time.Second}
	if err := target.Save(pl.Dir); err != nil {
		t.Fatal(err)
	}
	if _, p := pl.openPurse(t.Context()); p.left() != purseBase+purseTimes*3*time.Second {
		t.Errorf("%v", p.left())
	}
	pl.Time = 0
	if _, p := pl.openPurse(t.Context()); p.end != 0 {
		t.Errorf("without a limit: %v", p.left())
	}
}
