package run

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestInterruptedSearch: an interrupt ends the search of trace programs, and the
// report says so.
func TestInterruptedSearch(t *testing.T) {
	t.Parallel()
	dir, keep := moduletest.Unpack(t, "send_after_pipe"), filepath.Join(t.TempDir(), "rec")
	err := Program(t.Context(), command.Streams{Out: io.Discard, Err: io.Discard}, []string{"-static=false", "-tries=0", "-keep=" + keep, "-C=" + dir, "."})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pl := newPipeline(session.OpenRecording(command.Streams{Err: io.Discard}, flags.Values{}, keep, dir))
	var stats report.Stats
	findings, err := pl.stall(ctx, nil, nil, candidate.Bounds{Deadline: pl.Deadline()}, &stats)
	if err != nil || len(findings) > 0 || len(stats.Limits) != 1 || !strings.Contains(stats.Limits[0], "an interrupt") {
		t.Errorf("%v, %d findings, limits %q", err, len(findings), stats.Limits)
	}
}

// TestSearchHasItsPart: runs for cycles of locks leave the searches their part of
// the budget, unless there are none.
func TestSearchHasItsPart(t *testing.T) {
	for _, c := range []struct {
		flags.Values
		want time.Duration
	}{
		{flags.Values{Time: time.Minute}, 3 * time.Second},
		{flags.Values{Time: time.Minute, NoCondvar: true}, 0},
		{flags.Values{}, 0},
	} {
		pl := &pipeline{Session: &session.Session{Values: c.Values}}
		deadline := pl.Deadline()
		if got := deadline.Sub(pl.beforeSearch(deadline)); got != c.want {
			t.Errorf("%+v: %v are left for searches, want %v", c.Values, got, c.want)
		}
	}
}

// TestExplorationHasItsPart: exploration is left a quarter of the budget, and takes no more.
func TestExplorationHasItsPart(t *testing.T) {
	now := time.Now()
	pl := &pipeline{Session: &session.Session{Values: flags.Values{Time: time.Minute, Tries: 1}}, concurrent: true}
	if got := now.Sub(pl.beforeExploring(now)); got != 15*time.Second {
		t.Errorf("%v are left", got)
	}
	for _, c := range []struct{ left, want time.Duration }{{time.Minute, 15 * time.Second}, {time.Second, time.Second}} {
		if got := pl.untilExplored(now, now.Add(c.left)).Sub(now); got != c.want {
			t.Errorf("%v of %v are taken, want %v", got, c.left, c.want)
		}
	}
	if pl.NoExplore = true; !pl.beforeExploring(now).Equal(now) {
		t.Error("time is left for an exploration that is switched off")
	}
	if free := (&pipeline{Session: &session.Session{}}); !free.untilExplored(now, time.Time{}).IsZero() {
		t.Error("without a budget it ends")
	}
}

func TestFunctionsInPackages(t *testing.T) {
	low := &packages.Package{ID: "m/low", PkgPath: "m/low", Name: "low"}
	v2 := &packages.Package{ID: "m/yaml.v2", PkgPath: "m/yaml.v2", Name: "yaml"}
	tests := &packages.Package{ID: "m/top [m/top.test]", PkgPath: "m/top", Name: "top", ForTest: "m/top", Imports: map[string]*packages.Package{"m/low": low}}
	prog := &packages.Package{ID: "m/prog", PkgPath: "m/prog", Name: "main", Imports: map[string]*packages.Package{"m/low": low, "m/yaml.v2": v2}}
	for _, c := range []struct{ fn, tests, programs string }{
		{"m/low.(*T).F", "m/top", "m/prog"},
		{"m/yaml.v2.F", "", "m/prog"},
		{"m/lower.F", "", ""},
	} {
		f := report.Finding{Goroutines: []report.Goroutine{{Steps: []report.Step{{Func: c.fn}}}}}
		got := containing([]*packages.Package{tests, prog}, []report.Finding{f})
		if strings.Join(got.tests, " ") != c.tests || strings.Join(got.programs, " ") != c.programs {
			t.Errorf("%s: %+v, want tests %q, programs %q", c.fn, got, c.tests, c.programs)
		}
	}
}
