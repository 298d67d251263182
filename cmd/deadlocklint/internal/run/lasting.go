package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// noCounter is the assumption of the proof that goroutines spin for ever.
const noCounter = "no loop counts more rounds than the run has in memory that is neither atomic nor on its stack"

// lasting is a run in which those that can run spin for ever, and the others wait for them.
func (pl *pipeline) lasting(r *explorer.Result, e *explorer.Ending) (f report.Finding, ok bool) {
	spinning, waiting := running(pl.Root(), e.Seen.Stacks), stuck(pl.Root(), e.Seen.Stacks)
	if len(spinning) == 0 {
		return f, false
	}
	gs := numbered(spinning, waiting)
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
				scheduleName(e.Run), r.Runs),
			Assumption: noCounter,
		},
		Goroutines: gs,
	}, true
}

// numbered are goroutines of two lists, with numbers as names.
func numbered(spinning, waiting []report.Goroutine) []report.Goroutine {
	gs := slices.Concat(spinning, waiting)
	for i := range gs {
		gs[i].Name = fmt.Sprint(i + 1)
	}
	return gs
}

// stuck are the goroutines of a dump that wait for others, and where.
func stuck(root, dump string) (list []report.Goroutine) {
	for _, s := range explorer.OfRun(explorer.Stacks(dump)) {
		op := waitingFor(s.State)
		f, ok := s.Program()
		if op == "" || !ok || isMain(f) || len(list) == maxRunning {
			continue
		}
		list = append(list, report.Goroutine{Steps: []report.Step{{Op: op, Func: f.Func, Pos: relativePosition(root, f.Pos)}}})
	}
	return list
}

// waitingFor is the operation of a goroutine by the state in which Go's dump shows it, "" for another one.
func waitingFor(state string) string {
	for _, w := range []struct{ state, op string }{
		{"chan receive", "recv"}, {"chan send", "send"}, {"select", "select"}, {"sync.Cond.Wait", "wait"}, {"sync.WaitGroup.Wait", "wgwait"}, {"semacquire", "wgwait"},
		{"sync.Mutex.Lock", "lock"}, {"sync.RWMutex.Lock", "lock"}, {"sync.RWMutex.RLock", "rlock"},
	} {
		if strings.HasPrefix(state, w.state) {
			return w.op
		}
	}
	return ""
}
