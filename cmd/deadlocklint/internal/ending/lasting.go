package ending

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// NoCounter is the assumption of the proof that goroutines spin for ever.
const NoCounter = "no loop counts more rounds than the run has in memory that is neither atomic nor on its stack"

// lasting is a run in which those that can run spin for ever, and the others wait for them.
func lasting(root string, r *explorer.Result, e *explorer.Ending) (f report.Finding, ok bool) {
	spinning, waiting := goroutine.Running(root, e.Seen.Stacks), goroutine.Stuck(root, e.Seen.Stacks)
	if len(spinning) == 0 {
		return f, false
	}
	gs := goroutine.Numbered(spinning, waiting)
	edges := []lockgraph.EdgeKey{{Func: r.Package + "." + r.Test}}
	for i := range gs {
		edges = append(edges, lockgraph.EdgeKey{Func: gs[i].Steps[0].Func})
	}
	message := r.Test + " never ends" + whichSchedules(r, e) + ": " + wording.Counted(len(spinning), "goroutine") + " spinning for ever"
	if n := len(waiting); n > 0 {
		message += ", and " + wording.Counted(n, "goroutine") + " waiting"
	}
	return report.Finding{
		ID: lockgraph.FindingID(checks.Livelock, edges), Check: checks.Livelock, Status: report.StatusConfirmed,
		Message: message,
		Tests:   []string{r.Test},
		Dynamic: &report.Dynamic{
			Verdict: report.VerdictConfirmed,
			Reason: fmt.Sprintf("it happened under %s, one of %d, and again when the same choices were made: each goroutine that can run came to the same point with the same stack again, and nothing that goroutines share had changed",
				ScheduleName(e.Run), r.Runs),
			Assumption: NoCounter,
		},
		Goroutines: gs,
	}, true
}
