package blocked

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestAfterwards: a goroutine that has ended waits for nothing; one that goes on may.
func TestAfterwards(t *testing.T) {
	for _, c := range []struct {
		op            string
		ended         bool
		label, phrase string
	}{
		{"select", true, "ended", "after"},
		{"recv", true, "ended", "after"},
		{"at", true, "ended", "after"},
		{"close", true, "closes", "c"},
		{"select", false, "waits", "in a select on c"},
		{"recv", false, "waits", "to receive from c"},
	} {
		label, phrase := afterwards(report.Step{Op: c.op, Class: "c", Pos: "m.go:1:1"}, c.ended).Waits()
		if label != c.label || phrase != c.phrase {
			t.Errorf("%s, ended %v: %q %q, want %q %q", c.op, c.ended, label, phrase, c.label, c.phrase)
		}
	}
}

// TestBlockedMessage: only a leaked goroutine waits for ever. Of one that is left
// blocked, global variables reach what it waits for.
func TestBlockedMessage(t *testing.T) {
	at := predict.Place{Class: "p.c", Op: trace.OpSend.String()}
	for _, c := range []struct {
		count, starts     int
		leaked, leftAtEnd string
	}{
		{1, 1, "a goroutine waits for ever to send on p.c", "a goroutine still waits to send on p.c at the end of the run"},
		{2, 1, "2 goroutines wait for ever to send on p.c", "2 goroutines still wait to send on p.c at the end of the run"},
		{3, 2, "3 goroutines, started in 2 places, wait for ever to send on p.c", "3 goroutines, started in 2 places, still wait to send on p.c at the end of the run"},
	} {
		b := &predict.BlockedGroup{At: at, Op: trace.OpSend, Count: c.count, Starts: c.starts, Leaked: true}
		if got := blockedMessage(b); got != c.leaked {
			t.Errorf("leaked: %q, want %q", got, c.leaked)
		}
		b.Leaked = false
		if got := blockedMessage(b); got != c.leftAtEnd || strings.Contains(got, "for ever") {
			t.Errorf("left blocked: %q, want %q", got, c.leftAtEnd)
		}
	}
}
