package run

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// standing lists what one goroutine holds, what it did last, and where it waits.
func (pl *pipeline) standing(name string, s predict.BlockedGoroutine) report.Goroutine {
	g := report.Goroutine{Name: name, Awaits: s.Awaits}
	g.Steps = append(g.Steps, pl.created(s.Created)...)
	for _, h := range s.Held {
		g.Steps = append(g.Steps, pl.Step(h.Op, h, ""))
	}
	if s.Call.Known() {
		call := s.Call
		call.Class = s.Wants.Frame.Func
		g.Steps = append(g.Steps, pl.Step(call.Op, call, ""))
	}
	g.Steps = append(g.Steps, pl.Step(s.Wants.Op, s.Wants, ""))
	return g
}

// created is where a goroutine was started, nothing for the goroutine of a test, which package testing starts.
func (pl *pipeline) created(at predict.Place) []report.Step {
	if !at.Known() || strings.HasPrefix(at.Frame.Func, "testing.") {
		return nil
	}
	return []report.Step{pl.Step("go", at, "")}
}

// waitsOf says what goroutines wait for, each thing once.
func waitsOf(list []predict.BlockedGoroutine) string {
	var waits []string
	for _, s := range list {
		w := report.Step{Op: s.Wants.Op, Class: s.Wants.Class}.Waiting()
		if !slices.Contains(waits, w) {
			waits = append(waits, w)
		}
	}
	if len(waits) == 0 {
		return "no goroutine can go on"
	}
	return "a goroutine " + strings.Join(waits, ", another ")
}
