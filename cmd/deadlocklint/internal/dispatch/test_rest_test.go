//go:build rest

package dispatch

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestGoTest is one session with all kinds of tests and most flags of go test.
func TestGoTest(t *testing.T) {
	t.Parallel()
	types := []string{"plain", "inSub", "sharing", "outlives", "argued", "variables", "child", "notChosen", "seeds", "example", "bench", "tagged"}
	dir := moduletest.Module(t, kindsOfTests,
		"kinds/types_test.go", moduletest.Crossing("kinds", types...),
		"wrong/types_test.go", moduletest.Crossing("wrong", "before", "after"))
	keep := filepath.Join(t.TempDir(), "rec")
	o := call(t, "test", "-C="+dir, "-json", "-explore=false", "-keep", keep, "-tags=mine", "-run=^(Test[^N]|Fuzz|Example)", "-bench=.", "-benchtime=1x",
		"-count=2", "-timeout=5m", "-shuffle=off", "-cpu=1,2", "-v", "-failfast", "-p", "1", "-short", "-cover", "./...", "-args", "mine")
	o.want(t, "test", 3,
		"=== RUN   TestPlain", // -v
		"BenchmarkOne-2",      // -bench, -cpu
		"-count=2: the tests are recorded once",
		"--- FAIL: TestFails",
		"by itself")
	if n := strings.Count(o.err, "ran here"); n != 2 {
		t.Errorf("a test ran %d times, want once with each -cpu", n)
	}
	const want = "argued before bench child example inSub outlives plain seeds sharing tagged variables"
	if o.confirmed() != want {
		t.Errorf("confirmed\n\t%s\nwant\n\t%s", o.confirmed(), want)
	}
	tests := map[string]string{
		"plain": "TestPlain TestWaitsForOutlived", "inSub": "TestSub/one/a_b", "sharing": "TestParallelOne TestParallelTwo",
		"seeds": "FuzzSeeds/seed#0", "child": "TestChild", "outlives": "TestOutlived", "before": "TestBefore",
	}
	for _, f := range o.Findings {
		if want := tests[typeOf(f)]; want != "" && !strings.Contains(want, strings.Join(f.Tests, " ")) {
			t.Errorf("%s: seen in %q, want %q", typeOf(f), f.Tests, want)
		}
		checkFields(t, f)
	}
	if s := o.Stats; o.Version != report.Version || s.Processes != 4 /* the child ran with each -cpu */ || s.Tests < 10 || s.Events == 0 || s.Tries < 12 || s.Limits == nil || s.Unseen == nil {
		t.Errorf("%+v", s)
	}
	replayAll(t, o.Document)
}

// kindsOfTests has a deadlock in everything that go test runs, each between
// the locks of a type of its own.
const kindsOfTests = `
-- kinds/kinds_test.go --
package kinds

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestPlain(t *testing.T) { new(plain).cross() }

func TestSub(t *testing.T) {
	t.Run("one/a b", func(t *testing.T) { new(inSub).cross() })
	t.Run("two", func(t *testing.T) {})
}

// The two sides are in tests that run at the same time.
var shared sharing

func TestParallelOne(t *testing.T) { t.Parallel(); shared.ab() }
func TestParallelTwo(t *testing.T) { t.Parallel(); shared.ba() }

func TestOutlived(t *testing.T) { go new(outlives).cross() }

func TestWaitsForOutlived(t *testing.T) { new(plain).cross() }

func TestArguments(t *testing.T) {
	if flag.Arg(0) == "mine" && testing.Short() {
		new(argued).cross()
	}
}

// Only below the go command of a session, in every run.
func TestVariables(t *testing.T) {
	if _, ok := t.Deadline(); ok && os.Getenv("GOTOOLCHAIN") == "local" {
		new(variables).cross()
	}
}

func TestChild(t *testing.T) {
	if os.Getenv("CHILD") != "" {
		new(child).cross()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), "CHILD=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
}

func TestNotChosen(t *testing.T) { new(notChosen).cross() }

func TestTwice(t *testing.T) { fmt.Println("ran here") }

func FuzzSeeds(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) { new(seeds).cross() })
}

func Example() {
	new(example).cross()
	fmt.Println("done")
	// Output: done
}

func BenchmarkOne(b *testing.B) {
	for b.Loop() {
		new(bench).cross()
	}
}
-- kinds/tagged_test.go --
//go:build mine

package kinds

import "testing"

func TestTagged(t *testing.T) { new(tagged).cross() }
-- without/without.go --
package without
-- wrong/wrong_test.go --
package wrong

import "testing"

func TestBefore(t *testing.T) { new(before).cross() }
func TestFails(t *testing.T)  { t.Error("by itself") }
func TestAfter(t *testing.T)  { new(after).cross() }
`

// checkFields looks at what a reader of the document relies on.
func checkFields(t *testing.T, f report.Finding) {
	t.Helper()
	if f.ID == "" || f.Check == "" || f.Message == "" || f.Dynamic == nil || f.Tests == nil || f.Suppressed {
		t.Errorf("%+v", f)
		return
	}
	if f.Status != report.StatusConfirmed {
		return
	}
	if f.Dynamic.Verdict != report.VerdictConfirmed || f.Dynamic.Tries < 1 || f.Dynamic.Reason == "" || !strings.HasPrefix(f.Replay, "deadlocklint replay ") {
		t.Errorf("%s: %+v, replay %q", typeOf(f), f.Dynamic, f.Replay)
	}
	for _, g := range f.Goroutines {
		last := g.Steps[len(g.Steps)-1]
		if g.Name == "" || last.Op != "request" || last.Class == "" || last.Func == "" || !strings.Contains(last.Pos, "types_test.go:") || filepath.IsAbs(last.Pos) {
			t.Errorf("%s: %+v", typeOf(f), g)
		}
	}
}
