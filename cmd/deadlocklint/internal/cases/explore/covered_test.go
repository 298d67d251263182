package explore_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// "All" is said when every schedule was visited, and of which kind; the count does not
// depend on whether runs end their process, or each run has one.
func TestExploreCovered(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "covered")
	choices := regexp.MustCompile(`; choices at \d+ of \d+ points`)
	explored := func(args ...string) string {
		_, _, stderr := runtest.Invoke(t, append([]string{"explore", "-C=" + dir, "-json"}, append(args, ".")...)...)
		return choices.ReplaceAllString(stderr, "")
	}
	orders := "all orders of the synchronisation operations"
	for _, c := range []struct{ strategy, test, want, not string }{
		{"dfs", "TestTwo", orders + ", if the program has no data race\n", "with"},
		{"icb", "TestTwo", "all schedules with at most 2 preemptions\n", orders},
		{"delay", "TestTwo", "all schedules with at most 2 delays", orders},
		{"dfs", "TestDraws", "with the same random draws", "preemptions"},
		{"dfs", "TestNumber", "explored", "all schedules"},
		{"random", "TestTwo", "schedules in all, with a standard error", "all schedules"},
		{"pct", "TestTwo", "a bug of depth 3 among 2 goroutines", "all schedules"},
		{"pos", "TestTwo", "explored", "; "},
		{"history", "TestTwo", "explored", "; "},
	} {
		got := explored("-x=strategy="+c.strategy, "-run="+c.test, "-runs=500")
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s of %s: %s", c.strategy, c.test, got)
		}
	}
	if got := explored("-x=strategy=dfs", "-run=TestTwo", "-runs=3"); strings.Contains(got, "all schedules") {
		t.Error(got)
	}
	count := regexp.MustCompile(`: (\d+) schedules? in`)
	got := explored("-x=strategy=icb", "-run=TestTwo|TestExits")
	n := count.FindAllStringSubmatch(got, -1)
	if len(n) != 2 || n[0][1] == n[1][1] && !strings.Contains(got, "exit status 7") {
		t.Error(got)
	}
}
