package explore_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExplorePoints: a strategy has choices where two goroutines could go on. A test of one
// goroutine has points and no choice.
func TestExplorePoints(t *testing.T) {
	dir := moduletest.Source(t, "explorepoints")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C", dir, "-json", "-runs", "200", "-keep", t.TempDir(), ".")
	if status != report.ExitClean || len(doc.Stats.Coverage) != 2 {
		t.Fatalf("exit status %d, %v\n%s", status, doc.Stats.Coverage, stderr)
	}
	for _, c := range doc.Stats.Coverage {
		choices := c.Test == "TestBoth"
		if c.Seen < 2 || c.Chosen > c.Seen || (c.Chosen > 0) != choices || choices && c.Chosen == c.Seen { // nobody is left for the last two
			t.Errorf("%s: choices at %d of %d points", c.Test, c.Chosen, c.Seen)
		}
	}
	if !strings.Contains(stderr, "; choices at 0 of ") {
		t.Errorf("stderr:\n%s", stderr)
	}
}

// TestExploreBadRuns: the line of a test has how many of its schedules end badly, whether goroutines are left or the test
// fails. That of a test whose schedules all end well has no such number.
func TestExploreBadRuns(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explorebadruns")
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=random", "-runs=100", ".")
	line := regexp.MustCompile(`explored example.com/m (Test\w+): 100 schedules in .*?(?:; (\d+) of 100 runs end badly; ends: (.*))?\n`)
	ends := map[string]string{"TestFails": "fails", "TestCycle": "deadlock", "TestWell": ""}
	for _, m := range line.FindAllStringSubmatch(stderr, -1) {
		n, _ := strconv.Atoi(m[2])
		if want := ends[m[1]]; m[3] != want || (n > 5 && n < 95) != (want != "") {
			t.Error(m[0])
		}
		delete(ends, m[1])
	}
	if len(ends) > 0 {
		t.Errorf("no line of %v\n%s", ends, stderr)
	}
}
