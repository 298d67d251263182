package explore_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestMain lets the test binary be the program that the go command calls.
func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }

// What only some schedules show is found, and made to happen again from its file.
func TestExplore(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=200", "-early-max=0", ".")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
		if f.Dynamic.Assumption != "" {
			t.Errorf("%s: nothing goes on, and it is assumed that %s", f.Tests, f.Dynamic.Assumption)
		}
		if len(f.Tests) != 1 || strings.HasSuffix(f.Tests[0], "Well") {
			t.Errorf("%s: %s", f.Tests, f.Message)
		}
	}
	slices.Sort(got)
	if want := []string{"TestCycle lockorder", "TestFails schedule", "TestLeaks leaked", "TestPanics schedule"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	for _, f := range doc.Findings {
		t.Run("replay of "+f.Tests[0], func(t *testing.T) {
			file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay ")
			if !ok {
				t.Fatalf("replay %q", f.Replay)
			}
			log, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".log")
			if err != nil || strings.Count(string(log), "\n") != f.Explored.Length+strings.Count(string(log), "\tpanics\t")+2 || !strings.Contains(string(log), "m_test.go:") {
				t.Errorf("%v, the log of %d steps is\n%s", err, f.Explored.Length, log)
			}
			before, _ := os.ReadFile(file)
			again, status, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, file)
			if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, before) {
				t.Errorf("%v: the replay has changed its schedule\n%s", err, after)
			}
			if len(again.Findings) != 1 || again.Findings[0].ID != f.ID || again.Findings[0].Check != f.Check || status != report.ExitFindings {
				t.Errorf("exit status %d, findings %v\n%s", status, again.Findings, stderr)
			}
		})
	}
}

// What cannot be explored is refused in one line that says what to do.
func TestExploreRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	for _, c := range []struct{ command, arg, want string }{
		{"explore", "-x=strategy=best", "use one of"},
		{"explore", "-race", "leave -race out"},
		{"explore", "-runs=many", "-runs"},
		{"explore", "-new-from=HEAD", "-baseline"},
		{"explore", "-shard=3/2", "such as 3/16"},
		{"explore", "-shard=0/2", "such as 3/16"},
		{"explore", "-shard=1/2", "name one with -results"},
		{"explore", "-merge", "explore -results has written"},
		{"test", "-o=file", "is refused"},
		{"explore", "-o=file", "it is written -results now"},
		{"explore", "-tries=2", "leave it out"},
		{"test", "-shard=1/2", "deadlocklint explore"},
		{"test", "-runs=3", "deadlocklint explore"},
	} {
		if err := runtest.Refused(t, c.command, "-C="+dir, c.arg, "."); !strings.Contains(err, c.want) || strings.Contains(err, "\n") {
			t.Errorf("%s %s: %s", c.command, c.arg, err)
		}
	}
}

// sharesMemory reports whether the schedule tells of memory that two goroutines write, and of
// memory that one uses alone.
func sharesMemory(x *report.Explored) bool {
	if x == nil {
		return false
	}
	writers, own := map[string]map[int]bool{}, false
	for _, s := range x.Steps {
		if s.Op != "wrote" {
			continue
		}
		if own = own || s.Object == ""; writers[s.Object] == nil {
			writers[s.Object] = map[int]bool{}
		}
		writers[s.Object][s.Goroutine] = true
	}
	for object, by := range writers {
		if object != "" && len(by) > 1 {
			return own
		}
	}
	return false
}
