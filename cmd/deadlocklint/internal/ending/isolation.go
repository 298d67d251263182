package ending

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// reasons are why runs have a process each, in words.
var reasons = map[boundary.IsolationReason]string{
	boundary.IsolatedState:      "what a run leaves may change the next one",
	boundary.IsolatedFirst:      "the first run of a process may end otherwise",
	boundary.IsolatedLazy:       "the first run of a process goes another way",
	boundary.IsolatedGoroutines: "each leaves many goroutines",
	boundary.IsolatedSteps:      "the limit of steps cuts them off",
	boundary.IsolatedBase:       "the base schedule ends the process",
	boundary.IsolatedEnd:        "runs of one schedule differ in how they end",
	boundary.IsolatedOutside:    "runs of one schedule differ, and use the network or the system",
	boundary.IsolatedCollector:  "runs of one schedule differ, and use what the collector decides",
	boundary.IsolatedPools:      "runs of one schedule differ, and use values of sync.Pool",
	boundary.IsolatedBeside:     "runs of one schedule differ, and goroutines beside them use the same objects",
	boundary.IsolatedTimers:     "runs of one schedule differ, and leave timers",
	boundary.IsolatedUnlike:     "runs of one schedule differ in their steps",
}

// isolated says that each run of a test has a process, and why, "" when it is not so.
func isolated(r *explorer.Result) string {
	if r.Apart == "" {
		return ""
	}
	words := ", each in a process of its own, since " + reasons[r.Apart]
	if r.Capped && r.Stop == "" && !r.Late {
		words += ", so that no more are made unless -runs asks for more than 1000"
	}
	return words
}

// Isolations are the runs of a test that had a process each, a number for each reason.
func Isolations(r *explorer.Result) (list []report.Isolation) {
	for _, why := range slices.Sorted(maps.Keys(r.Alone)) {
		i := r.Alone[why]
		list = append(list, report.Isolation{Package: r.Package, Test: r.Test, Reason: string(why), Runs: i.Runs, CPU: i.CPU.Seconds()})
	}
	return list
}

// TellIsolations says how many runs of all tests had a process each, a line for each reason, the most runs first.
func TellIsolations(w io.Writer, list []*explorer.Result) {
	var sum explorer.Isolations
	tests := map[boundary.IsolationReason]int{}
	for _, r := range list {
		sum.Add(r.Alone)
		for why := range r.Alone {
			tests[why]++
		}
	}
	order := slices.SortedFunc(maps.Keys(sum), func(a, b boundary.IsolationReason) int {
		return cmp.Or(cmp.Compare(sum[b].Runs, sum[a].Runs), cmp.Compare(a, b))
	})
	for _, why := range order {
		i := sum[why]
		fmt.Fprintf(w, "a process for each run: %s of %s in %s of a processor, since %s\n", wording.Counted(i.Runs, "run"), wording.Counted(tests[why], "test"),
			i.CPU.Round(time.Millisecond), reasons[why])
	}
}
