// Package goroutine has the goroutines of a finding, with the steps of each one: its creation, its locks, and its wait.
//
// Predictions know places of the program, and dumps of Go know stacks. [Of], [Standing] and [Because] make the goroutines of
// a report of a prediction; [Running], [Stuck] and [Parked] do so of a dump. [AsParked] tells the goroutines of a candidate as a run
// has parked them.
//
// The package judges nothing: whether these goroutines wait for ever is said elsewhere.
package goroutine

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Standing lists what one goroutine holds, what it did last, and where it waits.
func Standing(se *session.Session, name string, s predict.BlockedGoroutine) report.Goroutine {
	g := report.Goroutine{Name: name, Awaits: s.Awaits}
	g.Steps = append(g.Steps, Created(se, s.Created)...)
	for _, h := range s.Held {
		g.Steps = append(g.Steps, se.Step(h.Op, h, ""))
	}
	g.Steps = append(g.Steps, Called(se, s.Call, s.Wants)...)
	g.Steps = append(g.Steps, se.Step(s.Wants.Op, s.Wants, ""))
	return g
}

// Called is the call of a library in which a goroutine is blocked, nothing where the goroutine is blocked in the program.
func Called(se *session.Session, call, wants predict.Place) []report.Step {
	if !call.Known() {
		return nil
	}
	call.Class = wants.Frame.Func
	return []report.Step{se.Step(call.Op, call, "")}
}

// Created is where a goroutine was started, nothing for the goroutine of a test, which package testing starts.
func Created(se *session.Session, at predict.Place) []report.Step {
	if !at.Known() || strings.HasPrefix(at.Frame.Func, "testing.") {
		return nil
	}
	return []report.Step{se.Step("go", at, "")}
}

// Waits says what goroutines wait for, each thing once.
func Waits(list []predict.BlockedGoroutine) string {
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
