package ending

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Tell says what the runs of a test came to, in a line. Runs may have accesses of memory as points, and ends after
// early timers are told where they were asked for.
func Tell(w io.Writer, r *explorer.Result, memory, early bool) {
	if r.Runs == 0 && !r.Fails && explorer.IsFuzzTarget(r.Test) {
		fmt.Fprintf(w, "explored %s %s: no schedule, since no seed or corpus entry of it was run\n", r.Package, r.Test)
		return
	}
	fmt.Fprintf(w, "explored %s %s: %s in %s", r.Package, r.Test, Schedules(r.Runs), r.Took.Round(time.Millisecond))
	fmt.Fprint(w, isolated(r))
	if r.Stop == explorer.StopFirst && !r.IsUnexplored() {
		fmt.Fprint(w, ", stopped at the first run that ended badly")
	}
	fmt.Fprint(w, wording.Behind(Base(r), "; "))
	if r.Orders != nil {
		fmt.Fprintf(w, "; %d more in search of all orders", r.Orders.Runs)
	}
	fmt.Fprint(w, wording.Behind(covered(r, memory).String(), "; "))
	if r.Calmed {
		fmt.Fprintf(w, "; no timer fired early after %d runs that ended their processes after one had", explorer.MaxCrashes)
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
	if ends := endings(r, early); len(ends) > 0 {
		if r.Bad > 0 && !slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool { return e.FailsEarly() }) {
			fmt.Fprintf(w, "; %d of %d runs end badly", r.Bad, r.Runs)
		}
		fmt.Fprintf(w, "; ends: %s", strings.Join(ends, ", "))
	}
	fmt.Fprintln(w)
}

// Schedules is a number of them.
func Schedules(n int) string { return wording.Counted(n, "schedule") }

// endings are the bad ends of a test in words. Failures after a timer that fired early are none of the test's. Who has not
// asked for such timers is not told.
func endings(r *explorer.Result, early bool) (list []string) {
	for i := range r.Endings {
		e := &r.Endings[i]
		word := Word(e)
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

// Word is how a run ended badly, "" for a good end.
func Word(e *explorer.Ending) string {
	words := map[boundary.End]string{boundary.Deadlock: "deadlock", boundary.Left: "goroutines left", boundary.Over: "step limit", boundary.Stalled: "waits for the world outside", boundary.Cycle: "deadlock beside goroutines that go on"}
	switch word := words[e.End]; {
	case e.Lasts():
		return "goroutines that spin for ever"
	case e.FailsEarly() && e.Crash == "":
		return "fails" + afterTimer
	case e.FailsEarly():
		return Reason(e) + afterTimer
	case e.Crash != "":
		return Reason(e)
	case e.Failed && word == "":
		return "fails"
	default:
		return word
	}
}

// ScheduleName names a run by its number.
func ScheduleName(run int) string {
	if run == boundary.Base {
		return "the base schedule"
	}
	return fmt.Sprintf("schedule %d", run)
}
