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
	g.Steps = append(g.Steps, pl.called(s.Call, s.Wants)...)
	g.Steps = append(g.Steps, pl.Step(s.Wants.Op, s.Wants, ""))
	return g
}

// called is the call of a library in which a goroutine is blocked, nothing where the goroutine is blocked in the program.
func (pl *pipeline) called(call, wants predict.Place) []report.Step {
	if !call.Known() {
		return nil
	}
	call.Class = wants.Frame.Func
	return []report.Step{pl.Step(call.Op, call, "")}
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
