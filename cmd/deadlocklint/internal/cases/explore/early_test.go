package explore_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// What needs a short timer that fires early is found with -early, names the timer, and
// happens again from its file.
func TestExploreEarly(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "early")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-early", "-json", "-runs=300", ".")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
	}
	slices.Sort(got)
	if want := []string{"TestGivesUp blocks-forever", "TestRefresh lockorder"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q\n%s", got, want, stderr)
	}
	for _, line := range []string{
		"TestInTimeWell: .* ends: fails after a timer fired early\n", "TestPanicsLateWell: .*; ends: panic: late after a timer fired early\n",
		"TestLongTimerWell: 1 schedule .* if the program has no data race, with the same time",
	} {
		if !regexp.MustCompile(line).MatchString(stderr) {
			t.Errorf("no line %q in\n%s", line, stderr)
		}
	}
	timers := map[string]report.EarlyTimer{"TestRefresh": {After: "50ms", Pos: "m_test.go:20"}, "TestGivesUp": {After: "10ms", Pos: "m_test.go:46"}}
	for _, f := range doc.Findings {
		t.Run(f.Tests[0], func(t *testing.T) { replaysEarly(t, dir, f, timers[f.Tests[0]]) })
	}
}

// isTimer reports whether one timer fired early, as wanted, and others stood still for no longer than it was set for.
func isTimer(list []report.EarlyTimer, want report.EarlyTimer) bool {
	if len(list) != 1 || list[0].After != want.After || list[0].Pos != want.Pos {
		return false
	}
	stall, err := time.ParseDuration(list[0].Stall)
	after, _ := time.ParseDuration(want.After)
	return err == nil && stall > 0 && stall <= after
}

// replaysEarly checks a finding after an early timer: the words, its file, and that it is
// found again from that under the same id.
func replaysEarly(t *testing.T, dir string, f report.Finding, timer report.EarlyTimer) {
	words := "after the timer of " + timer.After + " set at " + timer.Pos + " fired early"
	if !isTimer(f.Dynamic.Early, timer) || !strings.Contains(f.Dynamic.Reason, words) {
		t.Errorf("early %v, reason %s; want %v", f.Dynamic.Early, f.Dynamic.Reason, timer)
	}
	file := strings.TrimPrefix(f.Replay, "deadlocklint replay ")
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	choice := "\"clock fires " + timer.After + " of 2\""
	if strings.Count(string(b), "clock fires") != 1 || !strings.Contains(string(b), choice) {
		t.Fatalf("%q is not the only choice of the clock in\n%s", choice, b)
	}
	again, status, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, file)
	if len(again.Findings) != 1 || again.Findings[0].ID != f.ID || status == report.ExitFailed || !slices.Equal(again.Findings[0].Dynamic.Early, f.Dynamic.Early) {
		t.Errorf("exit status %d, findings %v\n%s", status, again.Findings, stderr)
	}
	other := file + ".other"
	changed := strings.Replace(string(b), choice, "\"clock fires 99ms of 2\"", 1)
	if err := os.WriteFile(other, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := runtest.NotFollowed(t, "replay", "-C="+dir, other); !strings.Contains(err, "fire a timer of "+timer.After+" early") {
		t.Error(err)
	}
}

// A failure and a deadlock that need no early timer are found with -early as well, and named
// without one.
func TestExploreEarlyNotNeeded(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "exploreearlynotneeded")
	for _, strategy := range []string{"auto", "random"} {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-early", "-json", "-runs=200", "-x=strategy="+strategy, ".")
		if len(doc.Findings) != 2 {
			t.Errorf("%s: findings %v\n%s", strategy, doc.Findings, stderr)
		}
		for _, f := range doc.Findings {
			if len(f.Dynamic.Early) > 0 || strings.Contains(f.Dynamic.Reason, "early") {
				t.Errorf("%s: %s: %s", strategy, f.Tests, f.Dynamic.Reason)
			}
		}
	}
}

// A test whose body panics under some schedules is explored further: the process after ends
// before that.
func TestExploreBodyPanics(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explorebodypanics")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", ".")
	if len(doc.Findings) != 1 || !strings.Contains(doc.Findings[0].Message, "panic: there is an answer") {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
}

// A timer is named by the line of the program that sets it, whatever package does it for that.
func TestExploreEarlyPlaces(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "exploreearlyplaces")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-early", "-json", "-runs=300", ".")
	want := map[string]string{"TestContext": "m_test.go:10", "TestReset": "m_test.go:22"}
	if len(doc.Findings) != len(want) {
		t.Fatalf("findings %v\n%s", doc.Findings, stderr)
	}
	for _, f := range doc.Findings {
		if e := f.Dynamic.Early; len(e) != 1 || e[0].Pos != want[f.Tests[0]] {
			t.Errorf("%s: %v, want a timer at %s", f.Tests[0], e, want[f.Tests[0]])
		}
	}
}

// Test explores tests with timers twice. A misuse after an early timer is a finding, but not after
// a failure.
func TestEarlyMisuse(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "earlymisuse")
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-static=false", "-condvar=false", ".")
	if len(doc.Findings) != 1 || status != report.ExitFindings {
		t.Fatalf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	f := doc.Findings[0]
	if want := []report.EarlyTimer{{After: "10ms"}}; !slices.Equal(f.Dynamic.Early, want) || !strings.HasPrefix(f.Message, "TestQueue ends the process under some schedules") || !strings.HasSuffix(f.Message, ": panic: send on closed channel") {
		t.Errorf("early %v, want %v: %s", f.Dynamic.Early, want, f.Message)
	}
	var errs strings.Builder
	err := runtest.Call(&errs, &errs, "replay", "-C="+dir, strings.TrimPrefix(f.Replay, "deadlocklint replay "))
	if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), "panic: send on closed channel") {
		t.Errorf("replayed: %v\n%s", err, errs.String())
	}
}
