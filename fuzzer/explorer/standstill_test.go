package explorer

import (
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// TestStandstill: a process that waits or spins is over after Stall, and not a process that
// gets little of a processor.
func TestStandstill(t *testing.T) {
	for name, c := range map[string]struct {
		ready bool
		share int // of the time that it runs, in percent
		want  time.Duration
	}{
		"it waits":                         {false, 0, Stall},
		"it waits, and looks now and then": {false, 5, Stall},
		"it spins":                         {true, 100, Stall},
		"two threads spin":                 {true, 200, Stall},
		"it spins on half a processor":     {true, 50, 2 * Stall},
		"it gets little":                   {true, 5, StallMost},
		"it gets nothing":                  {true, 0, StallMost},
	} {
		var s standstill
		begun := time.Unix(1, 0)
		now, spent := begun, 7*time.Second // of the time before
		s.Reset(now)
		s.Look(now, record.Usage{Spent: spent, Ready: c.ready})
		for !s.over() {
			now, spent = now.Add(look), spent+look*time.Duration(c.share)/100
			s.Look(now, record.Usage{Spent: spent, Ready: c.ready})
		}
		if got := now.Sub(begun); (got - c.want).Abs() > 2*look {
			t.Errorf("%s: over after %s, want %s", name, got, c.want)
		}
		if s.Reset(now); s.over() {
			t.Errorf("%s: a step does not end it", name)
		}
	}
}
