package explore_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Without -early a share of the runs lets timers fire early, of any length within the bound. A claim about all schedules says
// in which of them timers fire early, and a failure after such a timer is not told.
func TestExploreShare(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "early")
	for bound, want := range map[string][]string{
		"1m": {"TestGivesUp blocks-forever", "TestLongTimerWell lockorder", "TestRefresh lockorder"}, "60ms": {"TestGivesUp blocks-forever", "TestRefresh lockorder"}, "0": nil,
	} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=300", "-early-max="+bound, ".")
		var got []string
		for _, f := range doc.Findings {
			got = append(got, f.Tests[0]+" "+string(f.Check))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) || (status == report.ExitFindings) != (want != nil) {
			t.Errorf("-early-max=%s: exit status %d, found %q, want %q\n%s", bound, status, got, want, stderr)
		}
		lines := map[string]bool{
			`TestInTimeWell: \d+ schedules .* all schedules: .*, while timers fire when no goroutine can run, with`: true,
			`TestGivesUpWell: .* each timer early or not that is due within ` + bound + `,`:                         bound != "0",
			`TestInTimeWell: .*fired? early`: false,
		}
		for line, says := range lines {
			if regexp.MustCompile(line).MatchString(stderr) != says {
				t.Errorf("-early-max=%s: %q is there: %t\n%s", bound, line, !says, stderr)
			}
		}
	}
}
