package run

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// failures are the tests that fail, or end the process, under some schedules and pass
// under the base schedule.
func (pl *pipeline) failures() ([]report.Finding, error) {
	results, err := pl.Explored()
	if err != nil {
		return nil, err
	}
	targets, err := record.Targets(pl.Dir)
	if err != nil {
		return nil, err
	}
	var list []report.Finding
	for _, r := range results {
		if !pl.within || pl.Verbose {
			pl.tellExplored(pl.Streams.Err, r)
		}
		pl.Failed = pl.Failed || !pl.within && (r.Fails || r.Stalled != "" || r.Missed)
		if r.Fails {
			continue
		}
		for _, e := range r.Endings {
			if e.Seen == nil || !e.Seen.Again || e.End == rt.Deadlock || !e.Failed && e.Crash == "" {
				continue
			}
			f := failure(r, e)
			pl.underSchedule(&f, targets[e.Seen.Target])
			list = append(list, f)
		}
	}
	return list, nil
}

func failure(r *explorer.Result, e explorer.Ending) report.Finding {
	what := "fails"
	if e.Crash != "" {
		what = "ends the process: " + reasonOf(e)
	}
	return report.Finding{
		ID: lockgraph.FindingID(report.CheckSchedule, []lockgraph.EdgeKey{{Func: r.Package + "." + r.Test, Class: what}}), Check: report.CheckSchedule, Status: report.StatusConfirmed,
		Message:    fmt.Sprintf("%s %s under some schedules, and passes under the base schedule", r.Test, what),
		Tests:      []string{r.Test},
		Dynamic:    &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: fmt.Sprintf("it happened under schedule %d, one of %d, and again when the same choices were made", e.Run, r.Runs)},
		Goroutines: []report.Goroutine{},
		Dump:       e.Crash,
	}
}

// reasonOf is the line in which a process says why it ends.
func reasonOf(e explorer.Ending) string {
	for line := range strings.Lines(e.Crash) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
	}
	return fmt.Sprintf("exit status %d", e.Exit)
}

// tellExplored says what the runs of a test came to, in a line.
func (pl *pipeline) tellExplored(w io.Writer, r *explorer.Result) {
	words := map[rt.End]string{rt.Deadlock: "deadlock", rt.Left: "goroutines left", rt.Over: "step limit", rt.Stalled: "waits for the world outside"}
	var ends []string
	for _, e := range r.Endings {
		word := words[e.End]
		switch {
		case e.Crash != "":
			word = reasonOf(e)
		case e.Failed && word == "":
			word = "fails"
		}
		if word == "" {
			continue
		}
		if e.Seen != nil && !e.Seen.Again {
			word += " (did not happen again" + behind(e.Seen.Differs, ": ") + ")"
		}
		if !slices.Contains(ends, word) {
			ends = append(ends, word)
		}
	}
	fmt.Fprintf(w, "explored %s %s: %d schedules in %s", r.Package, r.Test, r.Runs, r.Took.Round(time.Millisecond))
	if !r.Repeats {
		fmt.Fprint(w, ", each in a process of its own, since runs of one schedule differ")
	}
	if r.Fails {
		fmt.Fprint(w, "; fails under the base schedule, too")
	}
	if r.Stalled != "" {
		fmt.Fprintf(w, "; a run did not end within %s and was stopped", explorer.Stall)
	}
	if r.Missed {
		fmt.Fprint(w, "; the test did not come to this call again: let it depend on nothing that changes between processes")
	}
	if r.Dropped > 0 {
		fmt.Fprintf(w, "; %d of its calls of Explore are not explored, since there are more than %d: split the test", r.Dropped, explorer.MaxCalls)
	}
	if len(ends) > 0 {
		fmt.Fprintf(w, "; ends: %s", strings.Join(ends, ", "))
	}
	fmt.Fprintln(w)
}

// underSchedule says of a finding in a recording that repeats a run which run that is, and
// how it is made again. Findings of other recordings stay as they are.
func (pl *pipeline) underSchedule(f *report.Finding, t *record.Target) {
	if t == nil || t.Explored == nil || f.Dynamic == nil {
		return
	}
	schedule := fmt.Sprintf("schedule %d of %s", t.Explored.Run, t.Explored.Test)
	if t.Explored.Run == rt.Base {
		schedule = "the base schedule of " + t.Explored.Test
	}
	f.Message = strings.Replace(f.Message, "the recorded run ended in a deadlock", "the test is deadlocked under some schedules", 1)
	f.Dynamic.Reason = strings.Replace(f.Dynamic.Reason, "the recorded run", schedule+" (repeated with the recorder on)", 1)
	if f.Replay == "" {
		f.Replay = pl.KeepExplored(t, f.ID)
	}
}

// behind is a text with the separator before it, or nothing.
func behind(text, separator string) string {
	if text == "" {
		return ""
	}
	return separator + text
}
