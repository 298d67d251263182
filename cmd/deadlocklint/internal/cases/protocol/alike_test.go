package protocol

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestAlike checks a module again and again, whose tests have other native runs each time. All checks have the same
// findings with the same verdicts. Each package is wrong and has a right twin, named "fixed".
func TestAlike(t *testing.T) {
	dir := fixture.Copy(t, "alike")
	var first []string
	for n := range matrix.Count(2, 10) {
		doc, _, stderr := cases.Invoke(t, "typestate", "check", "-json", "-v", "-C="+dir, "./...")
		confirmed := map[string]bool{}
		var list []string
		for _, f := range doc.Findings {
			list = append(list, f.ID+" "+string(f.Status)+" "+f.Message)
			pkg, _, _ := strings.Cut(f.Pos, "/")
			confirmed[pkg] = confirmed[pkg] || f.Status == report.StatusConfirmed
			if call := "session/session_test.go:23:6"; pkg == "session" && f.Pos != call {
				t.Errorf("check %d: the failing Send is told at %s, want %s", n, f.Pos, call)
			}
		}
		for _, pkg := range []string{"session", "spider", "store", "tx"} {
			if !confirmed[pkg] || confirmed[pkg+"_fixed"] {
				t.Errorf("check %d: confirmed: %t in %s, %t in its twin", n, confirmed[pkg], pkg, confirmed[pkg+"_fixed"])
			}
		}
		if n == 0 {
			first = list
		}
		if !slices.Equal(list, first) {
			t.Errorf("check %d:\n%s\nthe first one:\n%s", n, strings.Join(list, "\n"), strings.Join(first, "\n"))
		}
		if t.Failed() {
			t.Fatal(stderr)
		}
	}
}

// TestTestAlike: deadlocklint test has the same findings about protocols each time, of sequences that typestate mine has saved. The automaton of the
// spiders allows what ends in their panic: exploring has that.
func TestTestAlike(t *testing.T) {
	dir := fixture.Copy(t, "alike")
	if status, err := cases.Status("typestate", "mine", "-save", "-C="+dir, "./..."); err != nil || status != 0 {
		t.Fatalf("mine: exit status %d, %v", status, err)
	}
	var first []string
	for n := range matrix.Count(2, 10) {
		doc, _, stderr := cases.Invoke(t, "test", "-C="+dir, "-json", "-v", "-static=false", "./...")
		confirmed := map[string]bool{}
		var list []string
		for _, f := range doc.Findings {
			if f.Check != checks.Typestate {
				continue
			}
			list = append(list, f.ID+" "+string(f.Status)+" "+f.Message)
			pkg, _, _ := strings.Cut(f.Pos, "/")
			confirmed[pkg] = confirmed[pkg] || f.Status == report.StatusConfirmed
		}
		for _, f := range doc.Findings {
			if file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay "); ok && n == 0 && f.Check == checks.Typestate {
				if status, err := cases.Status("replay", "-C="+dir, file); err != nil || status != report.ExitFindings {
					t.Errorf("replay of %s: exit status %d, %v", f.Message, status, err)
				}
			}
		}
		for _, pkg := range []string{"session", "store", "tx"} {
			if !confirmed[pkg] || confirmed[pkg+"_fixed"] {
				t.Errorf("test %d: confirmed: %t in %s, %t in its twin", n, confirmed[pkg], pkg, confirmed[pkg+"_fixed"])
			}
		}
		if n == 0 {
			first = list
		}
		if !slices.Equal(list, first) {
			t.Errorf("test %d:\n%s\nthe first one:\n%s", n, strings.Join(list, "\n"), strings.Join(first, "\n"))
		}
		if t.Failed() {
			t.Fatal(stderr)
		}
	}
}

// TestNativeOrder: calls that no schedule has ordered are counted, those of a program and of TestMain. Those of tests are not.
func TestNativeOrder(t *testing.T) {
	dir := fixture.Copy(t, "native")
	for pkg, c := range map[string]struct {
		args  []string
		words string
	}{
		"./program":  {[]string{"-program"}, "a program has no schedules: "},
		"./testmain": {nil, "recorded in the order of one run, and not under schedules"},
		"./tests":    {nil, ""},
	} {
		args := append([]string{"typestate", "check", "-json"}, c.args...)
		_, _, stderr := cases.Invoke(t, append(args, "-C="+dir, pkg)...)
		const any = "in the order of one run"
		if c.words == "" && strings.Contains(stderr, any) || !strings.Contains(stderr, c.words) {
			t.Errorf("%s: %s", pkg, stderr)
		}
	}
}

// TestNoTimeForSchedules: tests for which there is no time to record them under schedules are counted, and keep their native runs.
func TestNoTimeForSchedules(t *testing.T) {
	_, _, stderr := cases.Invoke(t, "typestate", "check", "-json", "-v", "-time=1ns", "-C="+fixture.Copy(t, "alike"), "./tx", "./tx_fixed")
	if !strings.Contains(stderr, "no time to record under schedules: 2 tests;") || !strings.Contains(stderr, "Commit at tx/tx_test.go:13:14 and Rollback at tx/tx_test.go:10:63 are concurrent") {
		t.Error(stderr)
	}
}
