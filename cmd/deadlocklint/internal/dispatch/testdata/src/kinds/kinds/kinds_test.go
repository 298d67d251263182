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
