package run

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/explored"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// covered says which schedules of a test were visited, as far as it is known: all within
// a bound, or how many there may be, or the chance of a miss. First runs of a process that were left out are named.
func covered(r *explorer.Result, memory bool) string {
	words := visited(r, memory)
	if !r.Settles || visitedAll(r) {
		return words
	}
	const left = "not all first runs in a process were made, which go another way than those behind them"
	if words == "" {
		return left
	}
	return words + "; " + left
}

// visited is the same, without first runs.
func visited(r *explorer.Result, memory bool) string {
	config := &r.State.Config
	switch {
	case searchEnded(r) && r.Inputs&boundary.Unruled != 0:
		return "the search has ended, but no schedule decides " + undecided(r.Inputs)
	case searchEnded(r) && r.Inputs&boundary.Bubble != 0:
		return "the search has ended, but no schedule rules goroutines in a bubble of testing/synctest"
	case searchEnded(r) && r.Inputs&boundary.Beside != 0:
		return "the search has ended, but goroutines from outside of the test, as of init and TestMain, used its objects"
	case searchEnded(r) && r.Calmed:
		return "the search has ended, but timers fired early in a part of it alone"
	case visitedAll(r):
		return all(r, config, memory)
	case config.Strategy == "pct":
		return bound(r, config)
	case r.Weights > 1:
		e := r.Estimate()
		if e.Mean() > maxEstimate {
			return "far more schedules than can be visited"
		}
		return fmt.Sprintf("about %.2g schedules in all%s%s, with a standard error of %.1g", e.Mean(), timersOf(r, config), numbersOf(r), e.Error())
	}
	return ""
}

// maxEstimate is the largest number of schedules that is told: no machine visits so many.
const maxEstimate = 1e15

// visitedAll reports whether every schedule within the bound was visited to its end.
func visitedAll(r *explorer.Result) bool {
	for i := range r.Endings {
		e := &r.Endings[i]
		if len(e.Early) > 0 && !anyTimer(r) {
			continue // the claim is about the others
		}
		if isCut(e) {
			return false
		}
	}
	return searchEnded(r) && !r.Calmed && r.Inputs&(boundary.Window|boundary.Beside) == 0
}

// isCut reports whether a run did not come to its end, or to another one when its choices were made again.
func isCut(e *explorer.Ending) bool {
	return e.End == boundary.Over || e.End == boundary.Stalled || e.Worn || e.Bad() && e.Seen != nil && !e.Seen.Again
}

// searchEnded reports whether the strategy has no further schedule, though the visited ones
// may not be all.
func searchEnded(r *explorer.Result) bool {
	return r.State.Complete && r.Stop == "" && !r.IsBroken()
}

// all words that every schedule was visited. A schedule is an order of switch points, which
// atomics of other packages and accesses of the standard library are not.
func all(r *explorer.Result, c *explore.Config, memory bool) string {
	words := "all schedules"
	if c.Shards > 1 {
		words += " of shard " + explored.ShardName(c.Shard, c.Shards)
	}
	if r.Inputs&boundary.Alone != 0 {
		words += " of the test alone"
	}
	if r.State.Cut {
		cost := "preemptions"
		switch {
		case c.Strategy == "delay":
			cost = "delays"
		case c.Settings == (explore.CAPP{Mode: changed['A']}): // its first choice may preempt
			cost = "choices against the order of the strategy"
		}
		return words + fmt.Sprintf(" with at most %d %s", c.Depth, cost)
	}
	if c.Strategy == "causal" {
		words += ": all values that the synchronisation operations can read"
	} else {
		words += ": all orders of the synchronisation operations"
	}
	if memory {
		words += " and the accesses of memory outside of the standard library"
	} else {
		words += ", if the program has no data race"
	}
	switch {
	case r.Inputs&boundary.Chosen == 0:
	case r.Inputs&boundary.Sampled != 0:
		words += fmt.Sprintf(", each with every one of the first %d numbers that math/rand draws", explore.MaxDraws)
	default:
		words += ", each with every number that math/rand draws"
	}
	words += timersOf(r, c)
	words += wording.Behind(sameInputs(r.Inputs), ", with the same ")
	if r.Settles {
		words += ", behind a first run in the process; not all first runs were made"
	}
	return words
}

// timersOf says about which schedules a claim is, of those that differ in when timers fire.
func timersOf(r *explorer.Result, c *explore.Config) string {
	switch {
	case c.Early && r.Inputs&boundary.Clock != 0:
		return ", each short timer early or not"
	case anyTimer(r):
		return ", each timer early or not that is due within " + transcript.SetFor(stallOf(c))
	case c.Early || c.Ways() == explore.WaysNone && r.Inputs&boundary.Time == 0 || c.Ways() != explore.WaysNone && !c.SetsTimers():
		return ""
	}
	return ", while timers fire when no goroutine can run"
}

// anyTimer reports whether a claim about all schedules is one about those, too, in which timers of any length fire early.
func anyTimer(r *explorer.Result) bool {
	return r.State.Config.SetsTimers() && r.State.All && !slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool {
		return len(e.Early) > 0 && isCut(&e)
	})
}

// stallOf is for how long goroutines stand still, at most, while timers fire early.
func stallOf(c *explore.Config) time.Duration {
	if c.Stall > 0 {
		return time.Duration(c.Stall) * time.Millisecond
	}
	return explore.DefaultStall * time.Millisecond
}

// numbersOf says of an estimate that numbers of math/rand count as few as a strategy chooses from.
func numbersOf(r *explorer.Result) string {
	if r.Inputs&boundary.Sampled == 0 {
		return ""
	}
	return fmt.Sprintf(", a number of math/rand that may have more than %d values counted by its ends and two others", explore.MaxDrawn)
}

// sameInputs are the inputs of runs that no strategy chooses.
func sameInputs(in boundary.Input) string {
	var list []string
	for _, w := range []struct {
		in    boundary.Input
		words string
	}{{boundary.Drawn, "random draws for each schedule"}, {boundary.Time, "time that code takes"}, {boundary.Outside, "answers from outside of the run"}} {
		if in&w.in != 0 {
			list = append(list, w.words)
		}
	}
	return strings.Join(list, ", the same ")
}

// bound is that of pct (see package explore) for all runs for which it holds.
func bound(r *explorer.Result, c *explore.Config) string {
	const none = "no bound on the chance of a miss"
	if r.Bounded == 0 || r.Goroutines == 0 || r.Choices == 0 {
		return none
	}
	one := 1 / (float64(r.Goroutines) * math.Pow(float64(r.Choices), float64(c.Depth-1)))
	miss := math.Pow(1-min(one, 1), float64(r.Bounded))
	if miss > 0.995 {
		return none + " below 0.99"
	}
	return fmt.Sprintf("a bug of depth %d among %d goroutines and %d choices is missed with a chance of at most %.2g", c.Depth, r.Goroutines, r.Choices, miss)
}
