package results

import (
	"slices"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func confirmed(id string, tests ...string) report.Finding {
	return report.Finding{ID: id, Status: report.StatusConfirmed, Tests: tests}
}

// TestKeep: a run of one test leaves what was confirmed in others, and takes away what it did not see again.
func TestKeep(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	for _, step := range []struct {
		name string
		now  []report.Finding
		ran  []string
		want []string
	}{
		{"first", []report.Finding{confirmed("a", "TestA"), confirmed("ab", "TestA", "TestB")}, []string{"TestA", "TestB"}, []string{"a", "ab"}},
		{"a candidate", []report.Finding{{ID: "x", Status: report.StatusStatic}}, []string{"TestC"}, []string{"a", "ab"}},
		{"another test", []report.Finding{confirmed("c", "TestC")}, []string{"TestC"}, []string{"c", "a", "ab"}},
		{"again", []report.Finding{confirmed("c", "TestC")}, []string{"TestC"}, []string{"c", "a", "ab"}},
		{"repaired", nil, []string{"TestA"}, []string{"c", "ab"}},
		{"a program", []report.Finding{confirmed("p")}, nil, []string{"p", "c", "ab"}},
		{"the program repaired", nil, nil, []string{"c", "ab"}},
		{"all repaired", nil, []string{"TestA", "TestB", "TestC"}, nil},
	} {
		Keep("/m", step.now, step.ran, false)
		last, _ := Last("/m", time.Time{})
		if last == nil {
			t.Fatalf("%s: nothing kept", step.name)
		}
		var got []string
		for _, f := range last.Findings {
			got = append(got, f.ID)
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}

// TestKeepRaces: a run that looks for races leaves the deadlocks of its tests, and the other way round.
func TestKeepRaces(t *testing.T) {
	t.Setenv("DEADLOCKLINT_CACHE", t.TempDir())
	race, deadlock := confirmed("race", "TestA"), confirmed("deadlock", "TestA")
	race.Check, deadlock.Check = checks.Race, checks.LockOrder
	ran := []string{"TestA"}
	for _, step := range []struct {
		name  string
		now   []report.Finding
		races bool
		want  []string
	}{
		{"a deadlock", []report.Finding{deadlock}, false, []string{"deadlock"}},
		{"a race", []report.Finding{race}, true, []string{"race", "deadlock"}},
		{"the deadlock repaired", nil, false, []string{"race"}},
		{"the race repaired", nil, true, nil},
	} {
		Keep("/m", step.now, ran, step.races)
		last, _ := Last("/m", time.Time{})
		if last == nil {
			t.Fatalf("%s: nothing kept", step.name)
		}
		var got []string
		for _, f := range last.Findings {
			got = append(got, f.ID)
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
