package explore_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

var exploredLine = regexp.MustCompile(`(?m)^explored example.com/m (Test\w+): (\d+) schedules? in [^;\n]*(.*)$`)

// dpor and causal visit all orders and find each end that is bad. The others may leave out any, and find
// most.
func TestExploreDPOR(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "dpor")
	n := map[string]int{}
	all := map[string]bool{"dpor": true, "causal": true}
	for strategy, runs := range map[string]int{"dpor": 1000, "causal": 1000, "causal-fast": 100, "hapset": 100} {
		_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy="+strategy, fmt.Sprint("-runs=", runs), ".")
		lines := exploredLine.FindAllStringSubmatch(stderr, -1)
		if len(lines) != 32 {
			t.Errorf("%s: %d tests\n%s", strategy, len(lines), stderr)
		}
		for _, m := range lines {
			name, rest := m[1], m[3]
			bad, found := !strings.HasSuffix(name, "Well"), strings.Contains(rest, "ends: deadlock")
			if found && !bad || bad && !found && all[strategy] {
				t.Errorf("%s: %s", strategy, m[0])
			}
			if found {
				n[strategy]++
			}
			claims, may := strings.Contains(rest, "all schedules"), all[strategy]
			// A system call that is slow lets a point pass without a choice: the claim is given up.
			slow := strings.HasPrefix(name, "TestFile")
			if claims && !may || !claims && may && !slow || strings.Contains(rest, "not happen again") {
				t.Errorf("%s: %s", strategy, m[0])
			}
		}
	}
	if n["hapset"] < 9 || n["causal-fast"] < 9 {
		t.Errorf("hapset finds %d deadlocks, causal-fast %d", n["hapset"], n["causal-fast"])
	}
}

// What dpor cannot do is refused.
func TestExploreDPORRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "small")
	for args, want := range map[string]string{
		"-x=strategy=dpor -early":                           "leave -early out",
		"-x=strategy=causal-fast -early":                    "leave -early out",
		"-x=strategy=causal-fast -shard=1/2 -results=parts": "leave -shard out",
		"-x=strategy=causal -shard=1/2 -results=parts":      "leave -shard out",
	} {
		if err := runtest.Refused(t, append(append([]string{"explore", "-C=" + dir}, strings.Fields(args)...), ".")...); !strings.Contains(err, want) {
			t.Errorf("%s: %s", args, err)
		}
	}
}
