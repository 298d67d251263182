package transcript

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Limits of the lines that show a schedule.
const (
	shownBehind = 6  // steps after the last one of the finding's goroutines; others may go on for long
	lastSteps   = 3  // of a goroutine of the finding; steps of other goroutines at their objects are told too
	longRound   = 8  // steps of a round that is told once, at most
	leastRounds = 3  // of which the middle ones become one step
	stretchEnds = 3  // steps at each end of a stretch of one goroutine, the middle of which is folded
	shownFirst  = 20 // steps of a folded schedule, from its begin
	shownLast   = 60 // and to its end

	shownPreemptions = 8 // between these, with the steps next to them
)

// decisive is the last step of a schedule that matters to a goroutine of a finding: it takes
// the step, or the step is on an object of which it had its last steps, as the lock of a wait.
// It is the last one of all when none of them is known there.
func decisive(x *report.Explored, gs []report.Goroutine) int {
	taken, last := map[int]bool{}, -1
	for _, g := range gs {
		if len(g.Steps) == 0 {
			continue
		}
		if lane := laneOf(x, g, taken); lane >= 0 {
			taken[lane] = true
		}
	}
	near := lastObjects(x, taken)
	for i, s := range x.Steps {
		if taken[s.Goroutine] || s.Class != "" && near[s.Named()] {
			last = i
		}
	}
	if last < 0 {
		return len(x.Steps) - 1
	}
	return last
}

// lastObjects names the objects of the last steps of some goroutines.
func lastObjects(x *report.Explored, of map[int]bool) map[string]bool {
	names, seen := map[string]bool{}, map[int]int{}
	for i := len(x.Steps) - 1; i >= 0; i-- {
		s := &x.Steps[i]
		if of[s.Goroutine] && s.Class != "" && seen[s.Goroutine] < lastSteps {
			names[s.Named()] = true
			seen[s.Goroutine]++
		}
	}
	return names
}

// foldBehind makes one step of the steps of other goroutines after the decisive one.
func foldBehind(steps []report.ExploredStep, at int) []report.ExploredStep {
	if shown := at + 1 + shownBehind; len(steps) > shown+shownBehind {
		return append(slices.Clone(steps[:shown]), folded(steps[shown:], -1))
	}
	return steps
}

// foldSchedule makes a schedule short enough to be read: calls of the standard library, what
// is repeated, and long stretches of one goroutine become one step each.
func foldSchedule(steps []report.ExploredStep) []report.ExploredStep {
	return foldMiddle(foldStretches(foldRounds(foldCalls(steps))))
}

// Fold makes the order of a search short enough to be read. A search has left out what does not matter.
func Fold(steps []report.ExploredStep) []report.ExploredStep { return foldMiddle(foldCalls(steps)) }

// foldCalls makes one step of steps in a row that are alike.
func foldCalls(steps []report.ExploredStep) (list []report.ExploredStep) {
	for _, s := range steps {
		n := len(list)
		switch {
		case n > 0 && joins(&list[n-1], &s):
			join(&list[n-1], &s)
		case n > 0 && list[n-1].Op == "begin" && list[n-1].Goroutine == s.Goroutine:
			s.Preempts = list[n-1].Preempts
			list[n-1] = s // that it begins goes without saying
		default:
			list = append(list, s)
		}
	}
	return list
}

// joins reports whether a step is told together with the one before: both are inside one
// call of the standard library, or are the same.
func joins(before, s *report.ExploredStep) bool {
	if before.Goroutine != s.Goroutine || before.Waits || before.Folded != s.Folded {
		return false
	}
	return before.Folded || continues(before, s) || before.Call == s.Call && before.Step == s.Step && s.Op != "begin"
}

// continues reports whether a step is of the call of package sync that the one before has
// begun.
func continues(before, s *report.ExploredStep) bool {
	return s.Op == report.OpCall && s.Call != "" && s.Call == before.Call && s.Func == before.Func && report.LineOf(s.Pos) == report.LineOf(before.Pos)
}

func join(to, s *report.ExploredStep) {
	if to.Count += s.Count; !to.Folded && to.Op != report.OpCall && to.Op == s.Op {
		to.Times = max(to.Times, 1) + 1
	}
	to.Waits, to.Last, to.Fails = s.Waits, s.Last, to.Fails || s.Fails
}

// foldRounds makes one step of rounds that follow each other and are alike: goroutines that spin, or that poll. The first round is
// told.
func foldRounds(steps []report.ExploredStep) (list []report.ExploredStep) {
	for i := 0; i < len(steps); {
		size, rounds := roundsAt(steps[i:])
		list = append(list, steps[i:i+size]...)
		if rounds > 1 {
			again := folded(steps[i+size:i+size*rounds], -1)
			again.Round, again.Times = size, rounds-1
			list = append(list, again)
		}
		i += size * rounds
	}
	return list
}

// roundsAt is the shortest round with which steps begin, and how often it follows; one step and one round when none is repeated.
func roundsAt(steps []report.ExploredStep) (size, rounds int) {
	for size = 2; size <= longRound && size*leastRounds <= len(steps); size++ {
		n := size
		for n < len(steps) && isAgain(&steps[n-size], &steps[n]) {
			n++
		}
		if n >= size*leastRounds {
			return size, n / size
		}
	}
	return 1, 1
}

// isAgain reports whether a step repeats an earlier one. A preemption is told each time: it may decide.
func isAgain(earlier, s *report.ExploredStep) bool {
	e, again := *earlier, *s
	e.Number, again.Number = 0, 0
	return e == again && !s.Preempts && !s.Turn && !s.Waits && !s.Fails && !s.Last && !s.IsPanic()
}

// foldStretches folds the middle of each long stretch of one goroutine in which it neither
// waits nor fails nor starts another one.
func foldStretches(steps []report.ExploredStep) (list []report.ExploredStep) {
	for i := 0; i < len(steps); {
		n := 0
		for i+n < len(steps) && steps[i+n].Goroutine == steps[i].Goroutine && isPlain(&steps[i+n]) {
			n++
		}
		if n <= 2*stretchEnds+1 {
			n = max(n, 1)
			list = append(list, steps[i:i+n]...)
			i += n
			continue
		}
		list = append(list, steps[i:i+stretchEnds]...)
		list = append(list, folded(steps[i+stretchEnds:i+n-stretchEnds], steps[i].Goroutine))
		list = append(list, steps[i+n-stretchEnds:i+n]...)
		i += n
	}
	return list
}

func isPlain(s *report.ExploredStep) bool {
	return !s.Turn && !s.Waits && !s.Resumes && !s.Fails && !s.Last && !s.Preempts && s.Op != "go" && s.Op != "begin" && !s.IsPanic()
}

// folded is one step for several.
func folded(steps []report.ExploredStep, goroutine int) report.ExploredStep {
	f := report.ExploredStep{Goroutine: goroutine, Number: steps[0].Number, Folded: true}
	for _, s := range steps {
		f.Count += s.Count
	}
	return f
}

// foldMiddle folds the middle of a schedule that is still long, but for the steps around its preemptions and the last steps of
// its goroutines there.
func foldMiddle(steps []report.ExploredStep) []report.ExploredStep {
	if len(steps) <= shownFirst+shownLast {
		return steps
	}
	end := len(steps) - shownLast
	list := append([]report.ExploredStep{}, steps[:shownFirst]...)
	around := aroundPreemptions(steps, shownFirst, end)
	from, kept := shownFirst, 0
	for i := shownFirst; i <= end; i++ {
		keep := i < end && (steps[i].Turn || around[i] || steps[i].Last && kept < shownFirst)
		if i < end && !keep {
			continue
		}
		if i > from {
			list = append(list, folded(steps[from:i], -1))
		}
		if keep {
			list = append(list, steps[i])
		}
		if keep && !around[i] {
			kept++
		}
		from = i + 1
	}
	return append(list, steps[end:]...)
}

// aroundPreemptions are the steps next to preemptions in a part of a schedule: of the last shownPreemptions of these.
func aroundPreemptions(steps []report.ExploredStep, from, end int) map[int]bool {
	around, n := map[int]bool{}, 0
	for i := end - 1; i >= from && n < shownPreemptions; i-- {
		if !steps[i].Preempts {
			continue
		}
		n++
		for k := i - stretchEnds; k < i+stretchEnds; k++ {
			around[k] = true
		}
	}
	return around
}

// alignSchedule gives the goroutines and objects of a schedule the names that they have in
// the finding, where its goroutines are where those of the finding are in the end.
func alignSchedule(x *report.Explored, gs []report.Goroutine) {
	names, taken := map[string]string{}, map[int]bool{}
	for _, g := range gs {
		if len(g.Steps) == 0 {
			continue
		}
		lane := laneOf(x, g, taken)
		if lane < 0 {
			continue
		}
		taken[lane] = true
		x.Goroutines[lane].Finding = g.Name
		for _, want := range g.Steps {
			for _, s := range x.Steps {
				if s.Goroutine == lane && s.Class == want.Class && s.Object != "" && want.Object != "" && report.LineOf(s.Pos) == report.LineOf(want.Pos) {
					names[s.Named()] = want.Object
				}
			}
		}
	}
	renameObjects(x, names)
}

// laneOf is the goroutine of a schedule that is one of a finding, -1 for none.
func laneOf(x *report.Explored, g report.Goroutine, taken map[int]bool) int {
	last := g.Steps[len(g.Steps)-1]
	created := ""
	if g.Steps[0].Op == "go" {
		created = report.LineOf(g.Steps[0].Pos)
	}
	for _, s := range x.Steps {
		to := &x.Goroutines[max(s.Goroutine, 0)]
		if s.Last && !taken[s.Goroutine] && report.LineOf(s.Pos) == report.LineOf(last.Pos) && (created == "" || created == report.LineOf(to.Pos)) {
			return s.Goroutine
		}
	}
	return -1
}

// renameObjects changes the numbers of objects, unless two of them would have one.
func renameObjects(x *report.Explored, names map[string]string) {
	used := map[string]string{}
	for i := range x.Steps {
		s := &x.Steps[i]
		if s.Object == "" || !strings.HasPrefix(s.Object, "#") {
			continue
		}
		from, to := s.Object, s.Object
		if n := names[s.Named()]; n != "" {
			to = n
		}
		key := s.Class + " " + to
		if of, ok := used[key]; ok && of != from {
			return
		}
		used[key] = from
	}
	for i := range x.Steps {
		if n := names[x.Steps[i].Named()]; n != "" && x.Steps[i].Object != "" {
			x.Steps[i].Object = n
		}
	}
}
