package ending

import (
	"math"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/known"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner/explored"
)

// covered is the claim about the schedules of a test.
func covered(r *explorer.Result, memory bool) known.Claim {
	c := known.Of(factsOf(r, memory))
	if r.Orders == nil {
		return c
	}
	orders := factsOf(r.Orders, memory)
	orders.FirstRuns = orders.FirstRuns || r.Settles
	return known.Better(c, known.Of(orders))
}

// Sum counts the tests of an exploration by their claims, in a line. A test of which no run was made is none of them.
func Sum(list []*explorer.Result, memory bool) string {
	var sum known.Sum
	for _, r := range list {
		if r.IsUnexplored() {
			continue
		}
		goroutines := 0
		for i := range r.Endings {
			goroutines = max(goroutines, r.Endings[i].Goroutines)
		}
		sum.Add(goroutines, covered(r, memory))
	}
	return sum.String()
}

// factsOf are the facts of a result.
func factsOf(r *explorer.Result, memory bool) known.Facts {
	c := &r.State.Config
	f := known.Facts{
		Search: searchOf(r), Timers: timersOf(r), Numbers: numbersOf(r), Obstacle: obstacleOf(r), Unruled: undecided(r.Inputs),
		Stopped: r.Stop != "" || r.IsBroken(), Window: r.Inputs&boundary.Window != 0, Alone: r.Inputs&boundary.Alone != 0,
		Memory: memory, Same: sameInputs(r.Inputs), FirstRuns: r.Settles, Distinct: distinct(r),
	}
	f.Estimate = known.Estimate{Runs: r.Weights, Mean: r.Mean}
	e := r.Estimate()
	f.Estimate.Error = e.Error()
	if c.Shards > 1 {
		f.Shard = explored.ShardName(c.Shard, c.Shards)
	}
	if c.Strategy == "pct" {
		f.Chance = chanceOf(r)
	}
	for i := range r.Endings {
		if e := &r.Endings[i]; isCut(e) {
			f.CutEarly = f.CutEarly || len(e.Early) > 0
			f.CutInTime = f.CutInTime || len(e.Early) == 0
		}
	}
	return f
}

// isCut reports whether a run did not come to its end, or to another one when its choices were made again.
func isCut(e *explorer.Ending) bool {
	return e.End == boundary.Over || e.End == boundary.Stalled || e.Worn || e.Bad() && e.Seen != nil && !e.Seen.Again
}

func searchOf(r *explorer.Result) known.Search {
	c := &r.State.Config
	s := known.Search{Ended: r.State.Complete, Complete: r.State.Complete && !r.State.Cut, Within: r.State.Below}
	if c.Strategy == "causal" {
		s.Kind = known.Values
	}
	switch {
	case c.Strategy == "delay":
		s.Unit = known.Delays
	case c.Settings == (search.CAPP{Mode: order.ModeAll}): // its first choice may preempt
		s.Unit = known.OwnChoices
	}
	if s.Ended && !s.Complete {
		s.Within = c.Depth + 1
	}
	return s
}

// timersOf says when timers may fire in the runs of a result.
func timersOf(r *explorer.Result) known.Timers {
	c := &r.State.Config
	t := known.Timers{Set: r.Inputs&boundary.Time != 0, Calm: r.Calmed, Stall: stallOf(c)}
	switch {
	case c.Early:
		t.Mode, t.Set = known.Choices, r.Inputs&boundary.Clock != 0
	case auto.WaysOf(c) != auto.WaysNone:
		t.Mode, t.Set, t.All = known.Turns, auto.SetsTimers(c), r.State.All
	}
	return t
}

// stallOf is for how long goroutines stand still, at most, while timers fire early.
func stallOf(c *config.Config) time.Duration {
	if c.Stall > 0 {
		return time.Duration(c.Stall) * time.Millisecond
	}
	return config.DefaultStall * time.Millisecond
}

func numbersOf(r *explorer.Result) known.Numbers {
	return known.Numbers{
		Chosen: r.Inputs&boundary.Chosen != 0, Sampled: r.Inputs&boundary.Sampled != 0, Draws: random.MaxDraws, Values: random.MaxDrawn,
	}
}

func obstacleOf(r *explorer.Result) known.Obstacle {
	switch {
	case r.Inputs&boundary.Unruled != 0:
		return known.Unruled
	case r.Inputs&boundary.Bubble != 0:
		return known.Bubble
	case r.Inputs&boundary.Beside != 0:
		return known.Beside
	}
	return known.NoObstacle
}

// distinct is how many schedules of those that an estimate is about differ from each other: runs of different classes do.
// Where timers fire early in some runs, the classes of the others are not told apart.
func distinct(r *explorer.Result) int {
	c := &r.State.Config
	if auto.SetsTimers(c) || slices.ContainsFunc(r.Endings, func(e explorer.Ending) bool { return len(e.Early) > 0 && !c.Early }) {
		return 0
	}
	return len(r.Classes.List)
}

// sameInputs are the inputs of runs that no strategy chooses.
func sameInputs(in boundary.Input) (list []string) {
	for _, w := range []struct {
		in    boundary.Input
		words string
	}{{boundary.Drawn, "random draws for each schedule"}, {boundary.Time, "time that code takes"}, {boundary.Outside, "answers from outside of the run"}} {
		if in&w.in != 0 {
			list = append(list, w.words)
		}
	}
	return list
}

// chanceOf is the bound of pct (see package explore) for all runs for which it holds.
func chanceOf(r *explorer.Result) *known.Chance {
	c := &known.Chance{Depth: r.State.Config.Depth, Goroutines: r.Goroutines, Choices: r.Choices, Miss: 1}
	if r.Bounded == 0 || r.Goroutines == 0 || r.Choices == 0 {
		return c
	}
	one := 1 / (float64(r.Goroutines) * math.Pow(float64(r.Choices), float64(c.Depth-1)))
	if one > 0 {
		c.Miss = min(math.Pow(1-min(one, 1), float64(r.Bounded)), 0.999)
	}
	return c
}
