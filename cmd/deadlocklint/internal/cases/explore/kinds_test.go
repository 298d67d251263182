package explore_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestReplayOfKinds: a finding of each kind has a replay, and the document of the replay has the finding, with its id, check,
// test and place.
func TestReplayOfKinds(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "kinds")
	for _, c := range []struct {
		args, kinds []string
	}{
		{[]string{"explore", "-runs=60"}, []string{
			"TestCycle lockorder", "TestFails schedule m_test.go:51", "TestLeak leaked", "TestLibraryPanics schedule library_test.go:14", "TestPanics schedule m_test.go:41",
			"TestProtocol schedule m_test.go:72", "TestSpin livelock",
		}},
		{[]string{"races", "-run=TestLeak|TestRace|TestProtocol"}, []string{"TestLeak order", "TestProtocol race", "TestRace race"}},
	} {
		doc, status, stderr := runtest.Invoke(t, slices.Concat(c.args[:1], []string{"-C=" + dir, "-json"}, c.args[1:], []string{"."})...)
		if status != report.ExitFindings {
			t.Errorf("%v: exit status %d\n%s", c.args, status, stderr)
		}
		var kinds []string
		for _, f := range doc.Findings {
			kind := f.Tests[0] + " " + string(f.Check)
			if file, line, _ := report.SplitPos(f.Pos); f.Check == report.CheckSchedule {
				kind += " " + file + ":" + strconv.Itoa(line)
			}
			kinds = append(kinds, kind)
			again, status, stderr := runtest.Invoke(t, "replay", "-json", "-tries=10", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
			if status != report.ExitFindings || len(again.Findings) != 1 {
				t.Errorf("replay of %s: exit status %d, %d findings\n%s", kind, status, len(again.Findings), stderr)
				continue
			}
			if g := again.Findings[0]; g.ID != f.ID || g.Check != f.Check || g.Pos != f.Pos || !slices.Equal(g.Tests, f.Tests) {
				t.Errorf("replay of %s: %s %s at %s of %v, want %s %s at %s", kind, g.ID, g.Check, g.Pos, g.Tests, f.ID, f.Check, f.Pos)
			}
		}
		if slices.Sort(kinds); !slices.Equal(kinds, c.kinds) {
			t.Errorf("%v: found %q, want %q", c.args, kinds, c.kinds)
		}
	}
}
