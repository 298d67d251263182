package deadlocktest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A body is a subtest: it has a name, its cleanup is over when the call returns, and it runs once.
func TestRunsOnce(t *testing.T) {
	n := 0
	for range 2 {
		cleaned := false
		Explore(t, func(t *testing.T) {
			n++
			t.Cleanup(func() { cleaned = true })
			if want := []string{"TestRunsOnce/explore", "TestRunsOnce/explore#01"}[n-1]; t.Name() != want {
				t.Errorf("name %q, want %q", t.Name(), want)
			}
		}, Runs(1000), Strategy("pct"), Seed(1))
		if !cleaned {
			t.Error("not cleaned up")
		}
	}
	if n != 2 {
		t.Errorf("%d runs", n)
	}
}

// A body that ends with FailNow, and an option without sense, fail the test; the second also ends it.
func TestFails(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "fails.test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, "./testdata/fails").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string][]string{
		"TestFailingBody": {"--- FAIL: TestFailingBody/explore", "goes on"},
		"TestNoRuns":      {"Runs(-1) tries nothing; give a number above zero", "--- FAIL: TestNoRuns "},
		"TestNoStrategy":  {`there is no strategy "best"; use one of auto icb`, "--- FAIL: TestNoStrategy "},
		"TestNoBody":      {"there is no body; pass a function", "--- FAIL: TestNoBody "},
	} {
		out, err := exec.Command(binary, "-test.run=^"+name+"$", "-test.v").CombinedOutput()
		if err == nil {
			t.Errorf("%s passed", name)
		}
		for _, w := range want {
			if !strings.Contains(string(out), w) {
				t.Errorf("%s: no %q in\n%s", name, w, out)
			}
		}
		if strings.Contains(string(out), "not reached") {
			t.Errorf("%s went on\n%s", name, out)
		}
	}
}

// The bound stands after the strategy, in whatever order both are given.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		options []Option
		want    string
		fails   bool
	}{
		{[]Option{Bound(1)}, "auto depth=1", false},
		{[]Option{Bound(0), Strategy("icb")}, "icb depth=0", false},
		{[]Option{Strategy("pct"), Bound(16)}, "pct depth=16", false},
		{[]Option{Strategy("pct"), Bound(0)}, "", true},
		{[]Option{Strategy("dfs"), Bound(-1)}, "", true},
		{[]Option{Strategy("random"), Bound(3)}, "", true},
		{[]Option{Strategy("pos")}, "pos", false},
	} {
		var got config
		for _, o := range c.options {
			o(&got)
		}
		got.settle()
		if (got.complaint != "") != c.fails || !c.fails && got.explored.Strategy != c.want {
			t.Errorf("strategy %q with complaint %q, want %q", got.explored.Strategy, got.complaint, c.want)
		}
	}
}

// A test that knows nothing of schedules fails under none of them.
func TestStrategies(t *testing.T) {
	for _, name := range strings.Fields(strategies) {
		var c config
		Strategy(name)(&c)
		if c.complaint != "" || c.explored.Strategy != name {
			t.Errorf("%s: %+v", name, c)
		}
	}
}
