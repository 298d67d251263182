package alike

import (
	"fmt"
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
	t.Parallel()
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
	t.Parallel()
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

// TestProgramAlike checks a program again and again, whose native runs end well or in a panic. All checks have the same finding
// with the same words, and no generated test is in it. The right twin has none.
func TestProgramAlike(t *testing.T) {
	t.Parallel()
	dir := fixture.Copy(t, "programs")
	first := ""
	for n := range matrix.Count(3, 10) {
		list, stderr := checked(t, dir, "./store")
		if first == "" {
			first = list
		}
		if list != first || strings.Count(list, "confirmed") != 1 || strings.Contains(strings.ToLower(list), "test") {
			t.Errorf("check %d:\n%s\nthe first one:\n%s", n, list, first)
		}
		if strings.Contains(stderr, "the order of one") {
			t.Errorf("check %d: %s", n, stderr)
		}
	}
	if list, _ := checked(t, dir, "./store_fixed"); strings.Contains(list, "confirmed") {
		t.Error(list)
	}
}

// checked are the findings of a check of a program, a line each, with all that a person reads of it.
func checked(t *testing.T, dir string, program ...string) (list, stderr string) {
	t.Helper()
	doc, _, stderr := cases.Invoke(t, append([]string{"typestate", "check", "-json", "-v", "-program", "-C=" + dir}, program...)...)
	for _, f := range doc.Findings {
		list += fmt.Sprintln(f.ID, f.Status, f.Pos, f.Message, f.Dynamic.Reason, f.Tests)
	}
	return list, stderr
}

// TestProgramEnds: a program may end by os.Exit, and while goroutines go on or wait for ever, which is no error. It has its own
// flags and arguments, and none of its tests takes part. What is confirmed is so again in a replay.
func TestProgramEnds(t *testing.T) {
	t.Parallel()
	dir := fixture.Copy(t, "programs")
	for _, c := range []struct {
		program []string
		words   string // of a confirmed finding, "" for none
	}{
		{[]string{"./exits"}, "the run ended with exit status 1"},
		{[]string{"./exits_fixed"}, ""},
		{[]string{"./outlives"}, "the run ended with exit status 1"},
		{[]string{"./outlives_fixed"}, ""},
		{[]string{"./arguments", "-first", "a b", "--writers=2", "--", "-test.run=x"}, "the run ended with panic: Put after Close"},
		{[]string{"./arguments", "-first", "a b", "--writers=0", "--", "-test.run=x"}, ""},
	} {
		args := append([]string{"typestate", "check", "-json", "-program", "-C=" + dir}, c.program...)
		doc, status, stderr := cases.Invoke(t, args...)
		if want := map[bool]int{true: report.ExitFindings}[c.words != ""]; status != want {
			t.Errorf("%s: exit status %d, want %d\n%s", c.program, status, want, stderr)
		}
		for _, f := range doc.Findings {
			if !strings.Contains(f.Dynamic.Reason, c.words) || strings.Contains(f.Dynamic.Reason, "blocked for ever") || len(f.Tests) > 0 {
				t.Errorf("%s: %s, tests %q", c.program, f.Dynamic.Reason, f.Tests)
			}
			file, _ := strings.CutPrefix(f.Replay, "deadlocklint replay ")
			if status, err := cases.Status("replay", "-C="+dir, file); err != nil || status != report.ExitFindings {
				t.Errorf("%s: replay: exit status %d, %v", c.program, status, err)
			}
		}
	}
}

// TestRaceDetector: a program that is built with -race is checked by native runs, and a line says so.
func TestRaceDetector(t *testing.T) {
	t.Setenv("GOFLAGS", "-race")
	dir := fixture.Copy(t, "programs")
	for program, want := range map[string]bool{"./exits": true, "./exits_fixed": false} {
		list, stderr := checked(t, dir, program)
		if strings.Contains(list, "confirmed") != want || !strings.Contains(stderr, "with -race nothing has schedules, so calls have ") {
			t.Errorf("%s: %s%s", program, list, stderr)
		}
	}
}

// TestNativeOrder: calls that no schedule has ordered are told, those of a program that an interrupt or a deadlock ends, and those of
// TestMain. Those of tests are not.
func TestNativeOrder(t *testing.T) {
	t.Parallel()
	dir := fixture.Copy(t, "native")
	for pkg, c := range map[string]struct {
		args  []string
		words string
	}{
		"./program":  {[]string{"-program"}, "main was interrupted, so calls have "},
		"./stuck":    {[]string{"-program"}, "main does not come to its end under the base schedule, "},
		"./testmain": {nil, "recorded in the order of one run, and not under schedules"},
		"./tests":    {nil, ""},
	} {
		args := append([]string{"typestate", "check", "-json"}, c.args...)
		_, _, stderr := cases.Invoke(t, append(args, "-C="+dir, pkg)...)
		const any = "the order of one"
		if c.words == "" && strings.Contains(stderr, any) || !strings.Contains(stderr, c.words) {
			t.Errorf("%s: %s", pkg, stderr)
		}
	}
}

// TestNoTimeForSchedules: tests for which there is no time to record them under schedules are counted, and keep their native runs.
func TestNoTimeForSchedules(t *testing.T) {
	t.Parallel()
	_, _, stderr := cases.Invoke(t, "typestate", "check", "-json", "-v", "-time=1ns", "-C="+fixture.Copy(t, "alike"), "./tx", "./tx_fixed")
	if !strings.Contains(stderr, "no time to record under schedules: 2 tests;") || !strings.Contains(stderr, "Commit at tx/tx_test.go:13:14 and Rollback at tx/tx_test.go:10:63 are concurrent") {
		t.Error(stderr)
	}
}
