package run

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// failures are the failing schedules of the tests that were explored, and the runs that
// reached their limit; events of the recorder are judged by others.
func (pl *pipeline) failures() ([]report.Finding, error) {
	var err error
	if pl.results, err = pl.Explored(); err != nil {
		return nil, err
	}
	targets, err := record.Targets(pl.Dir)
	if err != nil {
		return nil, err
	}
	var list []report.Finding
	for _, r := range pl.results {
		if pl.within && pl.Verbose {
			pl.tellExplored(pl.Streams.Err, r)
		}
		for i := range r.Endings {
			f, ok := pl.ending(r, &r.Endings[i], targets)
			if ok && !slices.ContainsFunc(list, func(o report.Finding) bool { return o.ID == f.ID }) {
				list = append(list, f)
			}
		}
	}
	return list, nil
}

// ending is the finding that an ending is by itself, if it is one.
func (pl *pipeline) ending(r *explorer.Result, e *explorer.Ending, targets map[string]*record.Target) (f report.Finding, ok bool) {
	if r.IsBroken() || e.Seen == nil || !e.Seen.Again {
		return f, false
	}
	switch {
	case e.Crash != "" || e.Failed && e.End != boundary.Deadlock && e.End != boundary.Cycle:
		f = failure(r, e)
	case e.Lasts():
		if f, ok = pl.lasting(r, e); !ok {
			return f, false
		}
	case e.End == boundary.Over && e.Class&boundary.Spins != 0 && !pl.within: // else the test is long, and its line says so
		gs := running(pl.Root(), e.Seen.Stacks)
		if len(gs) == 0 {
			return f, false
		}
		f = pl.endless(r, e, gs)
	default:
		return f, false
	}
	t := targets[e.Seen.Target]
	if t != nil {
		f.Pos = testPosition(pl.Root(), t.Dir, r.Test)
	}
	pl.underSchedule(&f, t)
	if pos := failsAt(f.Explored); f.Check == checks.Schedule && pos != "" {
		f.Explored.Declared, f.Pos = f.Pos, pos
	}
	return f, true
}

// failsAt is where a run fails: the panic that ends the process, or the last step in which the test fails; "" where none is known.
func failsAt(x *report.Explored) string {
	if x == nil {
		return ""
	}
	for _, s := range slices.Backward(x.Steps) {
		if (s.IsPanic() || s.Fails) && s.Pos != "" {
			return s.Pos
		}
	}
	return ""
}

func failure(r *explorer.Result, e *explorer.Ending) report.Finding {
	what, output, edges := "fails", failureOf(r.Test, e.Seen.Output), []lockgraph.EdgeKey{{Func: r.Package + "." + r.Test, Class: "fails"}}
	if e.Crash != "" {
		what, output = "ends the process: "+reasonOf(e), beforeReason(e)
		edges[0].Class = fmt.Sprintf("%s %d", e.Kind(), e.Exit)
		for _, fn := range e.Functions() {
			edges = append(edges, lockgraph.EdgeKey{Func: fn})
		}
	}
	return report.Finding{
		ID: lockgraph.FindingID(checks.Schedule, edges), Check: checks.Schedule, Status: report.StatusConfirmed,
		Message:    r.Test + " " + what + whichSchedules(r, e),
		Tests:      []string{r.Test},
		Dynamic:    &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: fmt.Sprintf("it happened under %s, one of %d, and again when the same choices were made", scheduleName(e.Run), r.Runs)},
		Goroutines: []report.Goroutine{},
		Dump:       e.Crash,
		Output:     output,
	}
}

// endless is a run that reached the limit of steps: its goroutines may run for ever.
func (pl *pipeline) endless(r *explorer.Result, e *explorer.Ending, gs []report.Goroutine) report.Finding {
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
		Dynamic:    &report.Dynamic{Reason: scheduleName(e.Run) + " reached the limit, and again when the same choices were made"},
		Goroutines: gs,
		Decides:    "whether these goroutines can go on for ever, since nothing that they wait for happens; a loop that ends later than the limit is none",
	}
}

// isMain reports whether a frame is the main function that package testing has made.
func isMain(f explorer.Frame) bool { return strings.HasPrefix(f.Pos, "_testmain.go:") }

// maxRunning is how many goroutines of a run that reached its limit are shown.
const maxRunning = 4

// running are the goroutines of a dump that could run, and where.
func running(root, dump string) []report.Goroutine {
	list := []report.Goroutine{}
	for i, s := range explorer.Stacks(dump) {
		f, ok := s.Program()
		if !ok || isMain(f) || s.State != "coroutine" && s.State != "runnable" || len(list) == maxRunning {
			continue
		}
		step := report.Step{Op: "run", Func: f.Func, Pos: relativePosition(root, f.Pos)}
		list = append(list, report.Goroutine{Name: fmt.Sprint(i), Steps: []report.Step{step}})
	}
	return list
}

// reasonOf says why a process ends.
func reasonOf(e *explorer.Ending) string {
	if reason := e.Reason(); reason != "" {
		return reason
	}
	return fmt.Sprintf("exit status %d", e.Exit)
}

// beforeReason is the output of the program before Go ended its process.
func beforeReason(e *explorer.Ending) string {
	if reason := e.Reason(); reason != "" {
		before, _, _ := strings.Cut(e.Crash, reason)
		return before
	}
	return e.Crash
}

// failureOf is the output of a test, without the frame that package testing and the runs
// before put around it.
func failureOf(test, output string) string {
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

// tellExplored says what the runs of a test came to, in a line.
func (pl *pipeline) tellExplored(w io.Writer, r *explorer.Result) {
	if r.Runs == 0 && !r.Fails && explorer.IsFuzzTarget(r.Test) {
		fmt.Fprintf(w, "explored %s %s: no schedule, since no seed or corpus entry of it was run\n", r.Package, r.Test)
		return
	}
	fmt.Fprintf(w, "explored %s %s: %s in %s", r.Package, r.Test, schedules(r.Runs), r.Took.Round(time.Millisecond))
	switch {
	case r.Apart != "":
		fmt.Fprintf(w, ", each in a process of its own, since %s", apart[r.Apart])
		if r.Apart == boundary.IsolatedState && r.Runs == runner.RunsApart {
			fmt.Fprint(w, ", so that no more are made unless -runs asks for more than 1000")
		}
	case !r.Repeats:
		fmt.Fprint(w, ", each in a process of its own, since runs of one schedule differ")
	}
	fmt.Fprint(w, wording.Behind(baseWords(r), "; "))
	fmt.Fprint(w, wording.Behind(covered(r, pl.Memory).String(), "; "))
	if r.Calmed {
		fmt.Fprintf(w, "; no timer fired early behind %d runs that ended their processes after one had", explorer.MaxCrashes)
	}
	if n := r.Spots.Seen(); n > 0 {
		fmt.Fprintf(w, "; choices at %d of %s", len(r.Spots.Chosen), wording.Counted(n, "point"))
		if r.Spots.More {
			fmt.Fprint(w, " and more")
		}
	}
	if n := r.Pairs(); n > 0 {
		fmt.Fprintf(w, "; %s of statements learned", wording.Counted(n, "pair"))
	}
	if ends := endings(r, pl.Verbose || pl.Early); len(ends) > 0 {
		if r.Bad > 0 && !slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool { return e.FailsEarly() }) {
			fmt.Fprintf(w, "; %d of %d runs end badly", r.Bad, r.Runs)
		}
		fmt.Fprintf(w, "; ends: %s", strings.Join(ends, ", "))
	}
	fmt.Fprintln(w)
}

var apart = map[boundary.IsolationReason]string{
	boundary.IsolatedState:      "what a run leaves may change the next one",
	boundary.IsolatedGoroutines: "each leaves many goroutines",
	boundary.IsolatedSteps:      "the limit of steps cuts them off",
	explorer.IsolatedBase:       "the base schedule ends the process",
}

func schedules(n int) string { return wording.Counted(n, "schedule") }

// endings are the bad ends of a test in words. Failures behind a timer that fired early are none of the test's. Who has not
// asked for such timers is not told.
func endings(r *explorer.Result, early bool) (list []string) {
	for i := range r.Endings {
		e := &r.Endings[i]
		word := endWord(e)
		if word == "" || e.FailsEarly() && !early {
			continue
		}
		if e.Seen != nil && !e.Seen.Again {
			word += " (did not happen again" + wording.Behind(e.Seen.Differs, ": ") + ")"
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// afterTimer is said of a failure that is none of the test's when timers fire in time.
const afterTimer = " after a timer fired early"

func endWord(e *explorer.Ending) string {
	words := map[boundary.End]string{boundary.Deadlock: "deadlock", boundary.Left: "goroutines left", boundary.Over: "step limit", boundary.Stalled: "waits for the world outside", boundary.Cycle: "deadlock beside goroutines that go on"}
	switch word := words[e.End]; {
	case e.Lasts():
		return "goroutines that spin for ever"
	case e.FailsEarly() && e.Crash == "":
		return "fails" + afterTimer
	case e.FailsEarly():
		return reasonOf(e) + afterTimer
	case e.Crash != "":
		return reasonOf(e)
	case e.Failed && word == "":
		return "fails"
	default:
		return word
	}
}

// underSchedule says of a finding in a recording that repeats a run which run that is, and
// how it is made again. Findings of other recordings stay as they are.
func (pl *pipeline) underSchedule(f *report.Finding, t *record.Target) {
	if t == nil || t.Explored == nil || f.Dynamic == nil {
		return
	}
	schedule := scheduleName(t.Explored.Run) + " of " + t.Explored.Test
	again := " (repeated with the recorder on)"
	if x := t.Explored; x.Smaller {
		again = fmt.Sprintf(" (made smaller, to %s and %s, and repeated with the recorder on)", wording.Counted(x.Preemptions, "preemption"), wording.Counted(x.Switches, "switch"))
	}
	which := "some schedules"
	if t.Explored.Run == boundary.Base {
		which = "the base schedule"
	}
	f.Message = strings.Replace(f.Message, endedIn, "the test is deadlocked under "+which, 1)
	f.Dynamic.Reason = strings.Replace(f.Dynamic.Reason, "the recorded run", schedule+again, 1)
	if f.Status == report.StatusConfirmed && f.Dynamic.Assumption == "" {
		f.Dynamic.Assumption = assumes(t.Explored)
	}
	transcript.AfterEarly(pl.Root(), f, t.Explored.Early)
	var log string
	f.Explored, log = transcript.Of(pl.Session, f, t)
	if pl.again != "" {
		return // the schedule is there, and this run may be of another build
	}
	if f.Replay == "" && !pl.confirmed[f.ID] && pl.isGravest(f) {
		f.Replay = pl.KeepExplored(t, f.ID, f.Check)
		pl.KeepLog(f.ID, log)
	}
}

// isGravest reports whether the schedule of a finding may be the one of its id. A deadlock and a goroutine that is
// left have one id when their cause is one: the schedule is then that of the deadlock.
func (pl *pipeline) isGravest(f *report.Finding) bool {
	if f.Status != report.StatusConfirmed {
		return !pl.happens[f.ID]
	}
	if pl.happens == nil {
		pl.happens = map[string]bool{}
	}
	pl.happens[f.ID] = true
	return true
}

// assumes is the condition under which the verdict about a run that was made again holds, "" without one.
func assumes(x *record.Explored) string {
	var list []string
	if x.Beside {
		list = append(list, "none of the goroutines that went on when the run was ended releases a lock of the cycle for its owner")
	}
	if x.Behind {
		list = append(list, "the test has run before in the process, as with a -count above 1: no run that was tried as the first of its process ended so")
	}
	return strings.Join(list, "; ")
}

func scheduleName(run int) string {
	if run == boundary.Base {
		return "the base schedule"
	}
	return fmt.Sprintf("schedule %d", run)
}
