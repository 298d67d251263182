// Package ending has the words and the findings of runs of an exploration by the way in which they ended.
//
// An [explorer.Result] has the endings of the runs of one test. [Tell] counts them in a line, which names the visited schedules, too.
// [Incomplete] says why the test was not explored as asked. A failure, a crash and a livelock are findings by themselves
// ([Keeper.Finding]). Other endings are findings of the recording that repeats the run. They get its schedule by [Keeper.Under].
//
// The package makes no run. Deadlocks and goroutines that were left are found in recordings.
package ending

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// Finding is the finding that an ending is by itself, if it is one. Within a test, a run that reached the limit of steps is none.
func (k *Keeper) Finding(r *explorer.Result, e *explorer.Ending, targets map[string]*record.Target, within bool) (f report.Finding, ok bool) {
	if r.IsOwn(e) && !k.Own || e.Seen == nil || !e.Seen.Again || r.Like(e) != e { // after it was made smaller, a run may end as another run
		return f, false
	}
	switch {
	case e.Crash != "" || e.Failed && e.End != boundary.Deadlock && e.End != boundary.Cycle:
		f = failure(r, e)
	case e.Lasts():
		if f, ok = lasting(k.Session.Root(), r, e); !ok {
			return f, false
		}
	case e.End == boundary.Over && e.Class&boundary.Spins != 0 && !within: // else the test is long, and its line says so
		gs := goroutine.Running(k.Session.Root(), e.Seen.Stacks)
		if len(gs) == 0 {
			return f, false
		}
		f = endless(r, e, gs)
	default:
		return f, false
	}
	t := targets[e.Seen.Target]
	if t != nil {
		f.Pos = TestPosition(k.Session.Root(), t.Dir, r.Test)
	}
	k.under(&f, t, e)
	return f, true
}

// place gives a failing schedule the place at which it fails. Where that is in the standard library, the stack of the crash has the
// line of the program.
func (k *Keeper) place(f *report.Finding, e *explorer.Ending) {
	if f.Check != checks.Schedule || f.Explored == nil {
		return
	}
	pos, frames := failsAt(f.Explored), e.Frames()
	at := slices.IndexFunc(frames, func(fr explorer.Frame) bool { return fr.IsOfProgram() && !stdlib.Has(fr.Func) })
	if at >= 0 && pos == "" {
		pos = goroutine.Position(k.Session.Root(), frames[at].Pos)
	}
	if pos != "" {
		f.Explored.Declared, f.Pos = f.Pos, pos
	}
}

// failsAt is where a run fails: the panic that ends the process, or the last step in which the test fails; "" where none is known.
// When a test fails at once, package testing ends its goroutine after that step.
func failsAt(x *report.Explored) string {
	if x == nil {
		return ""
	}
	for _, s := range slices.Backward(x.Steps) {
		if strings.HasPrefix(s.Pos, "$GOROOT") {
			continue // the stack of a crash has the line of the program, unless a timer has called the library
		}
		if (s.IsPanic() && !strings.HasPrefix(s.Func, "testing.") || s.Fails) && s.Pos != "" {
			return s.Pos
		}
	}
	return ""
}

func failure(r *explorer.Result, e *explorer.Ending) report.Finding {
	what, why, output, edges := "fails", "", Failure(r.Test, e.Seen.Output), []lockgraph.EdgeKey{{Func: r.Package + "." + r.Test, Class: "fails"}}
	if e.Crash != "" {
		what, why, output = "ends the process", ": "+Reason(e), BeforeReason(e)
		edges[0].Class = fmt.Sprintf("%s %d", e.Kind(), e.Exit)
		for _, fn := range e.Functions() {
			edges = append(edges, lockgraph.EdgeKey{Func: fn})
		}
	}
	return report.Finding{
		ID: lockgraph.FindingID(checks.Schedule, edges), Check: checks.Schedule, Status: report.StatusConfirmed,
		Message:    r.Test + " " + what + whichSchedules(r, e) + why,
		Tests:      []string{r.Test},
		Dynamic:    &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: fmt.Sprintf("it happened under %s, one of %d, and again when the same choices were made", ScheduleName(e.Run), r.Runs)},
		Goroutines: []report.Goroutine{},
		Dump:       e.Crash,
		Output:     output,
	}
}

// endless is a run that reached the limit of steps: its goroutines may run for ever.
func endless(r *explorer.Result, e *explorer.Ending, gs []report.Goroutine) report.Finding {
	edges := []lockgraph.EdgeKey{{Func: r.Package + "." + r.Test}}
	for _, g := range gs {
		edges = append(edges, lockgraph.EdgeKey{Func: g.Steps[0].Func})
	}
	which := "some schedules"
	if e.Run == boundary.Base {
		which = "the base schedule"
	}
	return report.Finding{
		ID: lockgraph.FindingID(checks.Livelock, edges), Check: checks.Livelock, Status: report.StatusPredicted,
		Message:    fmt.Sprintf("%s does not end within %d steps under %s: a livelock candidate", r.Test, explorer.MaxSteps, which),
		Tests:      []string{r.Test},
		Dynamic:    &report.Dynamic{Reason: ScheduleName(e.Run) + " reached the limit, and again when the same choices were made"},
		Goroutines: gs,
		Decides:    "whether these goroutines can go on for ever, since nothing that they wait for happens; a loop that ends later than the limit is none",
	}
}

// Reason says why a process ends.
func Reason(e *explorer.Ending) string {
	if reason := e.Reason(); reason != "" {
		return reason
	}
	return fmt.Sprintf("exit status %d", e.Exit)
}

// BeforeReason is the output of the program before Go ended its process.
func BeforeReason(e *explorer.Ending) string {
	if reason := e.Reason(); reason != "" {
		before, _, _ := strings.Cut(e.Crash, reason)
		return before
	}
	return e.Crash
}

// Failure is the output of a test, without the frame that package testing and the runs
// before put around it.
func Failure(test, output string) string {
	var b strings.Builder
	for line := range strings.Lines(output) {
		text := strings.TrimLeft(line, " ")
		if strings.HasPrefix(text, "--- FAIL: "+test+" (") || text == "FAIL\n" || text == "FAIL" {
			continue
		}
		b.WriteString(strings.TrimPrefix(line, "        ")) // of the test, which is below another
	}
	return b.String()
}
