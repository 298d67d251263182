package session

import (
	"bytes"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Choices that repeat a run stay when pauses reach the same finding later. They replace the pauses of an earlier one.
func TestExactScheduleStays(t *testing.T) {
	var held schedule.Pauses
	if err := held.UnmarshalText([]byte("deadlocklint plan 1\nuse abs=2 context=0 yield=0\ncore g=1\nstep g=1 site=2 n=1\n")); err != nil {
		t.Fatal(err)
	}
	plan := func() *schedule.Schedule {
		return &schedule.Schedule{Package: "example.com/p", Test: true, Args: []string{"-test.run=^TestX$"}, Replay: schedule.Build{Kind: schedule.KindTest}, Plan: &schedule.Plan{Pauses: held}}
	}
	choices := func() *schedule.Schedule {
		s := plan()
		s.Plan, s.Choices = nil, &explorer.Choices{Test: "TestX", Run: 1}
		return s
	}
	for _, order := range []struct {
		name string
		of   []*schedule.Schedule
	}{
		{"pauses last", []*schedule.Schedule{choices(), plan()}},
		{"choices last", []*schedule.Schedule{plan(), choices()}},
	} {
		t.Run(order.name, func(t *testing.T) {
			var errs bytes.Buffer
			se := &Session{Streams: command.Streams{Err: &errs}, exact: map[string]bool{}}
			se.Values = flags.Values{Keep: t.TempDir()}
			var replay string
			for _, s := range order.of {
				replay = se.KeepSchedule(s, "f00d", func(replay string) report.Finding {
					return report.Finding{ID: "f00d", Replay: replay, Dynamic: &report.Dynamic{}}
				})
			}
			name, ok := schedule.FileOf(replay)
			if !ok {
				t.Fatalf("replay %q\n%s", replay, &errs)
			}
			if s, err := schedule.Read(name); err != nil || s.Choices == nil {
				t.Errorf("%+v, %v: the choices are gone", s, err)
			}
		})
	}
}
