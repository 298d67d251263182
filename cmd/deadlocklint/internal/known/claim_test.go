package known

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A schedule of a small test.
type schedule struct {
	preemptions int
	early       Mode // Choices for a short timer that fires early, Turns for a long one
	cut         bool // its run did not come to its end
}

// A world is a test with its schedules, and an exploration of it.
type world struct {
	schedules []schedule
	visited   []bool
	facts     Facts
}

// random makes a world, whose facts are what an honest exploration tells of it.
func random(r *rand.Rand) *world {
	w := &world{}
	few := r.IntN(3) == 0 // most of its schedules are left out
	for range 1 + r.IntN(12) {
		s := schedule{preemptions: r.IntN(4), cut: r.IntN(20) == 0}
		if r.IntN(3) == 0 {
			s.early = Mode(1 + r.IntN(2))
		}
		w.schedules, w.visited = append(w.schedules, s), append(w.visited, !few && r.IntN(12) > 0 || r.IntN(3) == 0)
	}
	f := &w.facts
	f.Timers = Timers{Mode: Mode(r.IntN(3)), Calm: r.IntN(8) == 0, Stall: time.Minute}
	f.Timers.Set = slices.ContainsFunc(w.schedules, func(s schedule) bool { return s.early != InTime }) || r.IntN(4) == 0
	f.Obstacle = Obstacle(max(r.IntN(12)-8, 0))
	f.Unruled = "what child processes do"
	f.Stopped, f.Window, f.FirstRuns, f.Memory, f.Alone = r.IntN(10) == 0, r.IntN(10) == 0, r.IntN(4) == 0, r.IntN(4) == 0, r.IntN(8) == 0
	f.Numbers = Numbers{Chosen: r.IntN(4) == 0, Sampled: r.IntN(8) == 0, Draws: 64, Values: 16}
	f.Search.Unit, f.Search.Kind = Unit(r.IntN(3)), Kind(r.IntN(2))
	if r.IntN(3) == 0 {
		f.Same = []string{"time that code takes"}
	}
	if r.IntN(2) == 0 {
		f.Estimate = Estimate{Runs: r.IntN(5), Mean: r.ExpFloat64() * 10, Error: r.Float64()}
	}
	if r.IntN(6) == 0 {
		f.Chance = &Chance{Depth: 3, Goroutines: 2, Choices: 9, Miss: r.Float64() * 1.2}
	}
	w.tell()
	return w
}

// inSearch reports whether a schedule is one of the search that the claim is about.
func (w *world) inSearch(s schedule) bool {
	return s.early == InTime || w.facts.Timers.Mode == Choices && s.early == Choices
}

// tell sets what follows from the schedules that were visited.
func (w *world) tell() {
	f := &w.facts
	f.Search.Complete, f.Timers.All, f.Search.Within, f.Distinct, f.CutInTime, f.CutEarly = true, true, 5, 0, false, false
	for i, s := range w.schedules {
		if !w.visited[i] {
			f.Timers.All = false
			if w.inSearch(s) {
				f.Search.Complete, f.Search.Within = false, min(f.Search.Within, s.preemptions)
			}
			continue
		}
		f.CutInTime = f.CutInTime || s.cut && s.early == InTime
		f.CutEarly = f.CutEarly || s.cut && s.early != InTime
		if w.inSearch(s) {
			f.Distinct++
		}
	}
	f.Search.Ended = f.Search.Complete || f.Search.Within > 2
}

// about reports whether a claim is about a schedule.
func about(c Claim, s schedule) bool {
	if c.Extent == Within && s.preemptions > c.Bound {
		return false
	}
	switch s.early {
	case Choices:
		return c.Timers >= ShortEarly
	case Turns:
		return c.Timers == AnyEarly
	}
	return true
}

// untrue names a schedule of a claim that was not run to its end, "" when there is none.
func (w *world) untrue(c Claim) string {
	if c.Extent < Within {
		return ""
	}
	for i, s := range w.schedules {
		if about(c, s) && (!w.visited[i] || s.cut) {
			return fmt.Sprintf("%+v, visited %t", s, w.visited[i])
		}
	}
	return ""
}

// TestClaimsAreTrue: a claim about all schedules of a set holds of each one in random worlds, and each extent is claimed in
// some of them.
func TestClaimsAreTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 3))
	extents, timers := map[Extent]int{}, map[TimersOf]int{}
	for range 200_000 {
		w := random(r)
		c := Of(w.facts)
		extents[c.Extent]++
		if c.Extent == All {
			timers[c.Timers]++
		}
		if bad := w.untrue(c); bad != "" {
			t.Fatalf("%s: but %s\n%+v", c, bad, w.facts)
		}
		if f := &w.facts; c.Extent >= Within && (f.Stopped || f.Window || f.Obstacle != NoObstacle || f.Timers.Calm) {
			t.Fatalf("%s: in spite of %+v", c, *f)
		}
	}
	for e := Nothing; e <= All; e++ {
		if extents[e] == 0 {
			t.Errorf("extent %d was never claimed", e)
		}
	}
	for o := NoTimers; o <= AnyEarly; o++ {
		if timers[o] == 0 {
			t.Errorf("all schedules with timers %d were never claimed", o)
		}
	}
}

// TestClaimsGrow: an exploration that has visited more, or met less that is in its way, claims no less.
func TestClaimsGrow(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 4))
	for range 50_000 {
		w := random(r)
		w.facts.Chance = nil
		before := Of(w.facts)
		for i := range w.schedules {
			w.visited[i], w.schedules[i].cut = true, false
		}
		f := &w.facts
		f.Stopped, f.Window, f.Obstacle, f.Timers.Calm = false, false, NoObstacle, false
		w.tell()
		after := Of(w.facts)
		if after.Extent != All || after.Timers < before.Timers || Better(before, after).Extent != All {
			t.Fatalf("%s became %s", before, after)
		}
	}
}

var counted = regexp.MustCompile(`(?:about|at least) ([0-9.e+-]+) schedules`)

// TestClaimsAreOneSentence: the halves of a sentence do not contradict each other.
func TestClaimsAreOneSentence(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 5))
	for range 200_000 {
		w := random(r)
		c := Of(w.facts)
		text := c.String()
		all, ended := strings.Contains(text, "all schedules"), strings.Contains(text, "the search has ended, but")
		early := strings.Contains(text, "early or not")
		switch {
		case all != (c.Extent >= Within), all && ended, ended != (c.Extent == Ended):
		case early && (w.facts.Timers.Calm && all || !w.facts.Timers.Set || w.facts.Timers.Mode == InTime):
		case early && strings.Contains(text, "no goroutine can run"):
		case strings.Contains(text, ", ,"), strings.Contains(text, "  "), strings.HasPrefix(text, ";"), strings.HasSuffix(text, ","):
		case c.Extent == All && counted.MatchString(text):
		default:
			if m := counted.FindStringSubmatch(text); m != nil {
				if n, err := strconv.ParseFloat(m[1], 64); err != nil || n < 0.94*float64(w.facts.Distinct) { // two digits
					t.Fatalf("%q, and %d schedules were visited", text, w.facts.Distinct)
				}
			}
			continue
		}
		t.Fatalf("%q\n%+v", text, w.facts)
	}
}
