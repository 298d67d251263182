package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A standing is where an interactive exploration stands: before a decision of a run that was
// made to its end, or at that end.
type standing struct {
	dir      string // of its recording
	run      *transcript.Run
	target   *record.Target
	seen     *explorer.Repetition
	decision *explorer.Decision // nil at the end
	options  *transcript.Run    // the steps that the options would make
}

// stand takes the names of a run that was made, and of the options, from its recording.
func (pl *pipeline) stand(dir string, seen *explorer.Repetition, decision *explorer.Decision) (*standing, error) {
	targets, err := record.Targets(dir)
	if err != nil {
		return nil, err
	}
	at := &standing{dir: dir, target: targets[seen.Target], seen: seen, decision: decision}
	trail, places, err := explorer.ReadChoices(dir, at.target)
	if err != nil {
		return nil, err
	}
	if at.run, err = transcript.New(pl.Session, dir, at.target, trail.Steps, places); err != nil {
		return nil, err
	}
	var steps []explorer.Step
	places = nil
	if decision != nil {
		for _, o := range decision.Options {
			steps, places = append(steps, o.Step), append(places, o.Place)
		}
	}
	at.options, err = transcript.New(pl.Session, dir, at.target, steps, places)
	return at, err
}

// usual is the option that the base schedule chooses.
func (at *standing) usual() int {
	next := at.run.Steps[at.decision.At]
	return max(slices.IndexFunc(at.decision.Options, func(o explorer.Option) bool { return o.Goroutine == next.Goroutine }), 0)
}

// made is how many choices were made before the decision.
func (at *standing) made() int {
	if at.decision == nil {
		return len(at.run.Steps)
	}
	return at.decision.At
}

// tell lists the goroutines that can go on, and those that wait.
func (d *dialog) tell() {
	at := d.at
	if at.decision == nil {
		d.tellEnd()
	} else {
		fmt.Fprintf(d.out, "%s, after %s: %s can go on\n", d.sched.Choices.Test, wording.Counted(at.decision.At, "step"), wording.Counted(len(at.decision.Options), "goroutine"))
		for k, o := range at.decision.Options {
			mark, runs := " ", ""
			if k == at.usual() {
				mark = "*"
			}
			if o.Runs {
				runs = ", and runs"
			}
			fmt.Fprintf(d.out, "%s%2d  g%d  %s%s\n", mark, k+1, o.Goroutine, d.words(at.options, k), runs)
		}
	}
	for _, i := range at.waiting() {
		fmt.Fprintf(d.out, "     g%d  waits: %s\n", at.run.Steps[i].Goroutine, d.words(at.run, i))
	}
}

// tellEnd says how the run ends when there is no other choice.
func (d *dialog) tellEnd() {
	how := "the run is over"
	switch {
	case d.at.seen.Exit == boundary.ExitDeadlock:
		how = "no goroutine can go on: a deadlock"
	case d.at.seen.Failed:
		how = "the test has failed"
	}
	fmt.Fprintf(d.out, "%s, after %s: %s\n", d.sched.Choices.Test, wording.Counted(len(d.at.run.Steps), "step"), how)
}

// tellSteps lists the steps that were made from one on, up to the decision.
func (d *dialog) tellSteps(from int) {
	for i := from; i < d.at.made(); i++ {
		guessed := ""
		if d.at.run.Places[i].Guess {
			guessed = " (guessed: the system call before took long)"
		}
		fmt.Fprintf(d.out, "     g%d  %s%s\n", d.at.run.Steps[i].Goroutine, d.words(d.at.run, i), guessed)
	}
}

// words say what a step does, and where.
func (d *dialog) words(m *transcript.Run, i int) string {
	s := m.Step(i)
	words := s.Words()
	if s.Op == explorer.OpName(trace.OpNone) {
		s.Pos = cmp.Or(m.Creation(i), s.Pos)
	}
	return words + wording.Behind(s.Pos, "  ")
}

// waiting are the last steps of the goroutines that can not go on.
func (at *standing) waiting() (list []int) {
	last := map[int]int{}
	for i, st := range at.run.Steps[:at.made()] {
		last[st.Goroutine] = i
	}
	for g, i := range last {
		free := at.decision != nil && slices.ContainsFunc(at.decision.Options, func(o explorer.Option) bool { return o.Goroutine == g })
		if !free && !at.run.Places[i].Ended && !at.run.IsClock(i) {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(i, k int) int { return at.run.Steps[i].Goroutine - at.run.Steps[k].Goroutine })
	return list
}

// tellLocks lists the locks with their holders and waiters.
func (d *dialog) tellLocks() error {
	seq := ^uint64(0)
	if d.at.decision != nil {
		seq = d.at.decision.Options[0].Seq
	}
	locks, err := predict.LocksAt(d.at.dir, d.at.target, seq)
	if err != nil {
		return err
	}
	if len(locks) == 0 {
		fmt.Fprintln(d.out, "no lock is held")
	}
	classes := map[string]int{}
	for _, l := range locks {
		classes[l.Class]++
	}
	for _, l := range locks {
		name := l.Class
		if classes[l.Class] > 1 {
			name += fmt.Sprintf(" #%d", l.Instance)
		}
		holders := "free"
		if len(l.Holders) > 0 {
			holders = "held by " + d.hands(l.Holders)
		}
		fmt.Fprintf(d.out, "     %s: %s%s\n", name, holders, wording.Behind(d.hands(l.Waiters), "; waited for by "))
	}
	return nil
}

// hands name goroutines with their places.
func (d *dialog) hands(list []predict.LockUser) string {
	var words []string
	for _, h := range list {
		words = append(words, d.at.name(h.G)+" at "+d.pl.Step(h.Op, h.Place, "").Pos)
	}
	return strings.Join(words, ", ")
}

// name is that of a goroutine of the recording.
func (at *standing) name(g trace.G) string {
	for i, p := range at.run.Places {
		if trace.G(p.G) == g {
			return fmt.Sprintf("g%d", at.run.Steps[i].Goroutine)
		}
	}
	return "a goroutine outside of the run"
}
