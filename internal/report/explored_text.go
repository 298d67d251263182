package report

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Words says what a goroutine does in a step.
func (s ExploredStep) Words() string {
	switch {
	case s.Round > 0:
		return "the " + steps(s.Round) + " before, " + wording.Counted(s.Times, "time") + " more"
	case s.Folded:
		return steps(s.Count)
	}
	words := s.operation()
	switch {
	case s.Count > 1 && s.Op == OpCall:
		words += " (" + steps(s.Count) + ")"
	case s.Times > 1:
		words += fmt.Sprintf(" %d times", s.Times)
	}
	if s.Resumes && s.Op != OpWake && s.Op != "wait" {
		words = "goes on: " + words
	}
	return words
}

func (s ExploredStep) operation() string {
	switch {
	case s.Op == OpFires:
		return "a timer of " + s.Object + " fires early"
	case s.Op == OpCondition:
		return s.finds()
	case s.Op == OpDraws:
		return "draws " + s.Value + " from " + s.Call
	case s.Value != "":
		return "sets " + s.Named() + " to " + s.Value
	case s.Op == OpCall && s.Call == "panic":
		return "runs deferred functions"
	case s.Op == OpCall && s.Pos == "":
		return "in package " + s.Call
	case s.Op == OpCall:
		return "calls " + s.Call
	case s.Op == "load":
		return strings.TrimSpace("calls " + s.Call + " of " + s.object())
	case s.Op == "wgadd" && strings.HasSuffix(s.Call, ".Done"):
		return "counts down " + s.object()
	}
	if s.Op == "wait" && s.Resumes {
		return "is woken by " + s.object()
	}
	switch {
	case s.Skipped:
		return wording.Skips(s.Op, s.object())
	case s.Op == "select", s.Op == OpWake: // the channel is one of several
		return wording.Does(s.Op, "")
	}
	return wording.Does(s.Op, s.object())
}

// finds words a condition, and says where it decides another way than in the recorded run.
func (s ExploredStep) finds() string {
	verb := "holds"
	if s.Value != "true" {
		verb = "does not hold"
	}
	words := fmt.Sprintf("finds that %s %s", s.Class, verb)
	if s.Otherwise {
		words += ", unlike in the recorded run"
	}
	return words
}

// object is the object of a step; the number is that of the schedule's file where the object
// has no name.
func (s ExploredStep) object() string {
	switch {
	case s.Class == "" && s.Object == "":
		return "memory of its own"
	case s.Class == "":
		return "object " + s.Object
	}
	return s.Named()
}

// Blocks reports whether a goroutine may have to wait in the operation of a step.
func (s ExploredStep) Blocks() bool {
	return wording.Blocks(s.Op) || s.Op == OpCall
}

// Outcome says what comes of a step: that the goroutine waits, how it ends, or that the step
// decides; "" for nothing.
func (s ExploredStep) Outcome(x *Explored) string {
	words := s.comesTo(x)
	switch {
	case !s.Turn:
		return words
	case words == "":
		return turns
	}
	return turns + ", " + words
}

// turns says what the step does to the run that it decides.
const turns = "which repairs the run when it comes later"

func (s ExploredStep) comesTo(x *Explored) string {
	words := ""
	if s.Fails {
		words = "the test fails"
	}
	if !s.Last || s.Goroutine < 0 {
		if s.Waits {
			words = "has to wait"
		}
		return s.after(words)
	}
	switch x.Goroutines[s.Goroutine].End {
	case EndBlocked:
		return s.after("blocked")
	case EndFailed:
		return "ends the process"
	case EndCut:
		return "could have gone on"
	case EndDone:
		if words == "" {
			return "ends"
		}
	}
	return words
}

// after says of a wait that it is after the operation, where the operation does not wait.
func (s ExploredStep) after(words string) string {
	if s.Waits && !s.Blocks() && words != "" {
		return "then " + words
	}
	return words
}

// Valid reports whether each step names a goroutine that there is, or none: the document may
// come from elsewhere.
func (x *Explored) Valid() bool {
	for _, s := range x.Steps {
		if s.Goroutine < -1 || s.Goroutine >= len(x.Goroutines) {
			return false
		}
	}
	return true
}

// Title says which run it is, and how long.
func (x *Explored) Title() string {
	if x.Schedule == SearchedOrder {
		switches := "switches"
		if x.Switched == 1 {
			switches = "switch"
		}
		return fmt.Sprintf("the order that leads there: %s, %d %s between goroutines", steps(x.Length), x.Switched, switches)
	}
	name := fmt.Sprintf("schedule %d", x.Schedule)
	if x.Schedule < 0 {
		name = "the base schedule"
	}
	preemptions := "preemptions"
	if x.Preempted == 1 {
		preemptions = "preemption"
	}
	return fmt.Sprintf("%s of %s: %s, %d %s", name, x.Test, steps(x.Length), x.Preempted, preemptions)
}

// Title is the name of a goroutine, with its name in the finding.
func (g ExploredGoroutine) Title() string {
	if g.Finding == "" {
		return g.Name
	}
	return g.Name + ", goroutine " + g.Finding
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// maxScheduleSteps is how many steps of a schedule a text report shows, unless it is verbose: those around its preemptions, and
// the last ones, since what goes wrong is there.
const maxScheduleSteps = 24

// aroundPreemptions is how many of these steps are around preemptions, at most.
const aroundPreemptions = maxScheduleSteps * 2 / 3

// Steps around a preemption: those that lead there, and the next one.
const (
	beforePreemption = 2
	afterPreemption  = 1
)

// shown tells for each step of a schedule whether a short report has it.
func (x *Explored) shown() []bool {
	list, left := make([]bool, len(x.Steps)), maxScheduleSteps
	mark := func(i int) {
		if i >= 0 && i < len(list) && !list[i] && left > 0 {
			list[i] = true
			left--
		}
	}
	for i := len(list) - 1; i >= 0 && left > maxScheduleSteps-aroundPreemptions; i-- { // the last preemptions
		if !x.Steps[i].Preempts {
			continue
		}
		for k := i - beforePreemption; k <= i+afterPreemption; k++ {
			mark(k)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		mark(i)
	}
	return list
}

// schedule writes the run under which a finding happened, a line for each step.
func (p *page) schedule(f Finding) {
	x := f.Explored
	if x == nil || len(x.Steps) == 0 || !x.Valid() {
		return
	}
	p.line(plain, "  ", x.Title())
	width := 0
	for _, g := range x.Goroutines {
		width = max(width, runes(g.Title()))
	}
	hidden, where, shown := 0, " before", x.shown()
	for i, s := range x.Steps {
		if !shown[i] && !p.opt.Verbose {
			hidden++
			continue
		}
		if hidden > 0 {
			p.WriteString(fmt.Sprintf("    %s%s, which -v shows\n", lines(hidden), where))
		}
		hidden, where = 0, " between"
		p.scheduleLine(pad(x.title(i), width), s.line(x, x.name(i-1)))
	}
}

func lines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// name is the name of the goroutine of a step, "" when there is no such step, or it is of several goroutines.
func (x *Explored) name(step int) string {
	if step < 0 || x.Steps[step].Goroutine < 0 {
		return ""
	}
	return x.Goroutines[x.Steps[step].Goroutine].Name
}

// title is the same, with the name in the finding.
func (x *Explored) title(step int) string {
	if x.Steps[step].Goroutine < 0 {
		return ""
	}
	return x.Goroutines[x.Steps[step].Goroutine].Title()
}

// line is a step in words, with its outcome and its place.
func (s ExploredStep) line(x *Explored, before string) string {
	text := s.Words()
	if s.Preempts && before != "" {
		text = "preempts " + before + ": " + text
	}
	if s.Goroutine < 0 && s.Round == 0 {
		text += " of several goroutines"
	}
	if o := s.Outcome(x); o != "" {
		text += ", " + o
	}
	if s.Guessed {
		text += " (guessed: the system call before took long)"
	}
	if s.Pos != "" {
		text += "  " + s.Pos
	}
	return text
}

// scheduleLine writes a step after the name of its goroutine.
func (p *page) scheduleLine(name, text string) {
	const indent = "    "
	for i, part := range wrap(printable(text), p.opt.Width-len(indent)-runes(name)-2) {
		if i > 0 {
			name = pad("", runes(name))
		}
		p.WriteString(indent + p.paint(faint, name) + "  " + part + "\n")
	}
}
