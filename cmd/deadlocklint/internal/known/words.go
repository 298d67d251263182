package known

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// String is the claim as one sentence without its full stop, "" when nothing is known.
func (c Claim) String() string {
	switch c.Extent {
	case All:
		return c.allWords()
	case Within:
		words := c.schedules() + c.boundWords() + c.timerWords() + c.sameWords()
		if n := c.countWords(); n != "" {
			words += ", of " + n
		}
		return words + c.behindWords()
	case Ended:
		return "the search has ended, but " + c.obstacleWords() + c.firstWords()
	case Counted:
		words := c.countWords()
		if c.Chance != nil {
			words = c.Chance.words()
		}
		return words + c.firstWords()
	}
	return strings.TrimPrefix(c.firstWords(), "; ")
}

// schedules names the set of schedules.
func (c *Claim) schedules() string {
	words := "all schedules"
	if c.shard != "" {
		words += " of shard " + c.shard
	}
	if c.alone {
		words += " of the test alone"
	}
	return words
}

// allWords words that every schedule was visited. A schedule is an order of switch points, which
// atomics of other packages and accesses of the standard library are not.
func (c *Claim) allWords() string {
	words := c.schedules()
	if c.Kind == Values {
		words += ": all values that the synchronisation operations can read"
	} else {
		words += ": all orders of the synchronisation operations"
	}
	if c.memory {
		words += " and the accesses of memory outside of the standard library"
	} else {
		words += ", if the program has no data race"
	}
	return words + c.numberWords() + c.timerWords() + c.sameWords() + c.behindWords()
}

// behindWords say that a claim leaves first runs out.
func (c *Claim) behindWords() string {
	if !c.first {
		return ""
	}
	return ", after a first run in the process; not all first runs were made"
}

func (c *Claim) boundWords() string {
	cost := map[Unit]string{Preemptions: "preemption", Delays: "delay", OwnChoices: "choice"}[c.Unit]
	if c.Bound != 1 {
		cost += "s"
	}
	if c.Unit == OwnChoices {
		cost += " against the order of the strategy"
	}
	if c.numbers.Chosen {
		cost += " or other numbers of math/rand"
	}
	return fmt.Sprintf(" with at most %d %s", c.Bound, cost)
}

func (c *Claim) numberWords() string {
	switch {
	case !c.numbers.Chosen:
		return ""
	case c.numbers.Sampled:
		return fmt.Sprintf(", each with every one of the first %d numbers that math/rand draws", c.numbers.Draws)
	}
	return ", each with every number that math/rand draws"
}

// timerWords say about which schedules a claim is, of those that differ in when timers fire.
func (c *Claim) timerWords() string {
	switch c.Timers {
	case TimersLate:
		return ", while timers fire when no goroutine can run"
	case ShortEarly:
		return ", each short timer early or not"
	case AnyEarly:
		return ", each timer early or not that is due within " + wording.Span(c.Stall)
	}
	return ""
}

func (c *Claim) sameWords() string {
	if len(c.same) == 0 {
		return ""
	}
	return ", with the same " + strings.Join(c.same, ", the same ")
}

// firstWords name first runs that were left out, where no set of schedules is claimed.
func (c *Claim) firstWords() string {
	if !c.first {
		return ""
	}
	return "; not all first runs in a process were made, which go another way than those after them"
}

func (c *Claim) obstacleWords() string {
	switch {
	case c.Obstacle == Unruled:
		return "no schedule decides " + c.Unruled
	case c.Obstacle == Bubble:
		return "no schedule rules goroutines in a bubble of testing/synctest that was made outside of the run"
	case c.Obstacle == Beside:
		return "goroutines from outside of the test, as of init and TestMain, used its objects"
	}
	return "timers fired early in a part of it alone"
}

// maxEstimate is the largest number of schedules that is told: no machine visits so many.
const maxEstimate = 1e15

func (c *Claim) countWords() string {
	switch {
	case c.Count.Least > 0:
		return fmt.Sprintf("at least %d schedules in all", c.Count.Least)
	case c.Count.Mean > maxEstimate:
		return "far more schedules than can be visited"
	case c.Count.Mean == 0:
		return ""
	}
	words := fmt.Sprintf("about %.2g schedules in all", c.Count.Mean)
	if c.Extent == Counted {
		words += c.timerWords()
	}
	if c.numbers.Sampled {
		words += fmt.Sprintf(", a number of math/rand that may have more than %d values counted by its ends and two others", c.numbers.Values)
	}
	return words + fmt.Sprintf(", with a standard error of %.1g", c.Count.Error)
}

// words is the bound of pct (see package explore) for all runs for which it holds.
func (c *Chance) words() string {
	const none = "no bound on the chance of a miss"
	switch {
	case c.Miss >= 1:
		return none
	case c.Miss > 0.995:
		return none + " below 0.99"
	}
	return fmt.Sprintf("a bug of depth %d among %d goroutines and %d choices is missed with a chance of at most %.2g", c.Depth, c.Goroutines, c.Choices, c.Miss)
}
