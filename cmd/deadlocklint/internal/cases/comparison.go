package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// proofWords are the words of proofs of "infeasible".
var proofWords = map[string]string{
	"gate":      " locked",
	"goroutine": "one goroutine does both",
	"order":     " does one",
}

// againstWords are the words of reasons for "not seen".
var againstWords = map[string]string{
	"gate":      "gate",
	"goroutine": "alone uses both orders",
	"order":     "always",
	"mode":      "readers",
}

// A comparison sorts the findings of a run, and compares them with the expectation of
// its case.
type comparison struct {
	want   expectation
	doc    report.Document
	status int // of the process

	confirmed, cross int
	undecided        int      // static candidates that a run could decide, and none has predicted
	blocked, idle    int      // goroutines that were blocked for ever: findings that count, and notes
	classes          []string // of each cycle that was predicted

	problems []string // differences from the expectation
}

// compare returns the differences from the expectation.
func compare(want expectation, r Result) []string {
	c := &comparison{want: want, doc: r.Doc, status: r.Status}
	for _, f := range r.Doc.Findings {
		c.add(f)
	}
	slices.Sort(c.classes)
	c.counts()
	c.verdicts()
	c.words()
	c.steps()
	for _, words := range want.says {
		if !strings.Contains(r.Stderr, words) {
			c.errorf("%q is not said", words)
		}
	}
	return c.problems
}

// errorf adds a problem.
func (c *comparison) errorf(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

func (c *comparison) add(f report.Finding) {
	switch {
	case f.Dynamic == nil: // of a check about which no run decides
	case f.IsBlocked() && f.Note:
		c.idle++
	case f.IsBlocked():
		c.blocked++
	case isUntried(f) && !cause.Decides(f.Check): // a run only tells whether its places were reached
	case isUntried(f):
		c.undecided++ // had its id been predicted, it were one finding
	default:
		c.predicted(f)
	}
}

// isUntried reports whether a finding is a static candidate that no run has predicted.
func isUntried(f report.Finding) bool {
	return f.Static != nil && f.Dynamic.Tries == 0 && len(f.Tests) == 0 && (f.Status == report.StatusNotReached || f.Status == report.StatusNotSeen)
}

// predicted adds what a run predicted.
func (c *comparison) predicted(f report.Finding) {
	if f.Check == checks.CrossTest {
		c.cross++
	}
	switch f.Dynamic.Verdict {
	case report.VerdictNotSeen:
		c.want.notSeen = found(c.want.notSeen, againstWords, f.Dynamic.Reason)
		return
	case report.VerdictInfeasible:
		c.want.infeasible = found(c.want.infeasible, proofWords, f.Dynamic.Reason)
		return
	case report.VerdictConfirmed:
		c.confirmed++
	}
	c.classes = append(c.classes, waits(f))
}

// found takes the first of the expected kinds off the list whose words are in a reason.
func found(want []string, words map[string]string, reason string) []string {
	for i, kind := range want {
		if strings.Contains(reason, words[kind]) {
			return slices.Delete(want, i, i+1)
		}
	}
	return want
}

// counts compares numbers of findings; a negative one is not stated.
func (c *comparison) counts() {
	for _, n := range []struct {
		name      string
		got, want int
	}{
		{"cycles predicted", len(c.classes) - c.cross, c.want.cycles},
		{"cycles across tests", c.cross, c.want.cross},
		{"static candidates that no run has predicted", c.undecided, c.want.static},
		{"possible deadlocks that are only counted", c.doc.Stats.Unconfirmed, c.want.counted},
		{"findings of all kinds", len(c.doc.Findings), c.want.entries},
		{"places at which goroutines were blocked for ever", c.blocked, c.want.blocked},
		{"places at which goroutines were left idle", c.idle, c.want.idle},
		{"exit status", c.status, c.want.status},
	} {
		if n.want >= 0 && n.got != n.want {
			c.errorf("%s: %d, want %d", n.name, n.got, n.want)
		}
	}
	if len(c.want.classes) > 0 && !slices.Equal(c.classes, c.want.classes) {
		c.errorf("classes\n\t%s\nwant\n\t%s", strings.Join(c.classes, "\n\t"), strings.Join(c.want.classes, "\n\t"))
	}
}

func (c *comparison) verdicts() {
	if c.want.verdict == "confirmed" && c.confirmed != c.want.cycles {
		c.errorf("%d deadlocks confirmed, want %d", c.confirmed, c.want.cycles)
	}
	counts := c.status == report.ExitFindings && c.blocked == 0
	if (c.want.verdict == "none" || c.want.silent) && (c.confirmed > 0 || counts) {
		c.errorf("%d deadlocks reported (exit status %d), want none", c.confirmed, c.status)
	}
	if len(c.want.notSeen) > 0 {
		c.errorf("nothing not seen by %v", c.want.notSeen)
	}
	if len(c.want.infeasible) > 0 {
		c.errorf("nothing infeasible by %v", c.want.infeasible)
	}
}

// words compares what findings and statistics say.
func (c *comparison) words() {
	for _, f := range c.doc.Findings {
		if c.want.ordered && f.Dynamic != nil && f.Dynamic.Assumption != "" {
			c.errorf("feasible, assuming %s", f.Dynamic.Assumption)
		}
	}
	for _, words := range c.want.reasons {
		if !slices.ContainsFunc(c.doc.Findings, func(f report.Finding) bool { return f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, words) }) {
			c.errorf("%q is in no reason", words)
		}
	}
	for _, words := range c.want.messages {
		if !c.any(func(f report.Finding) bool { return strings.Contains(f.Message, words) }) {
			c.errorf("%q is in no message", words)
		}
	}
	if n := c.want.callers; n >= 0 && !c.any(func(f report.Finding) bool { return len(f.Callers) == n }) {
		c.errorf("no finding lists %d groups of callers", n)
	}
	for _, words := range c.want.unsaid {
		if c.any(func(f report.Finding) bool { return strings.Contains(f.Message, words) }) {
			c.errorf("%q is in a message", words)
		}
	}
	for _, place := range c.want.places {
		if !c.any(func(f report.Finding) bool { return strings.HasSuffix("/"+report.LineOf(f.Pos), "/"+place) }) {
			c.errorf("no finding is at %s", place)
		}
	}
	for _, words := range c.want.assumes {
		if !slices.ContainsFunc(c.doc.Findings, func(f report.Finding) bool { return f.Dynamic != nil && strings.Contains(f.Dynamic.Assumption, words) }) {
			c.errorf("%q is in no assumption", words)
		}
	}
	for _, check := range c.want.checks {
		if !slices.ContainsFunc(c.doc.Findings, func(f report.Finding) bool { return f.Check == check }) {
			c.errorf("no finding of %s", check)
		}
	}
	for _, turn := range c.want.turns {
		if !slices.ContainsFunc(c.doc.Findings, func(f report.Finding) bool { return turnOf(f) == turn }) {
			c.errorf("no finding is repaired when the step %q comes later", turn)
		}
	}
	for _, words := range c.want.unseen {
		if !slices.ContainsFunc(c.doc.Stats.Unseen, func(u string) bool { return strings.Contains(u, words) }) {
			c.errorf("%q is not among what was not modelled: %q", words, c.doc.Stats.Unseen)
		}
	}
	if c.want.allSeen && len(c.doc.Stats.Unseen) > 0 {
		c.errorf("not modelled: %q, want nothing", c.doc.Stats.Unseen)
	}
}

// steps compares what is told of goroutines and orders.
func (c *comparison) steps() {
	for _, words := range c.want.told {
		if !c.any(func(f report.Finding) bool { return tells(f, words) }) {
			c.errorf("%q is in no step", words)
		}
	}
	for _, words := range c.want.untold {
		if c.any(func(f report.Finding) bool { return tells(f, words) }) {
			c.errorf("%q is in a step", words)
		}
	}
}

// tells reports whether a step of a finding has the words.
func tells(f report.Finding, words string) bool {
	has := func(s report.Step) bool { return strings.Contains(s.Op+" "+s.Class+" "+s.Pos, words) }
	return slices.ContainsFunc(f.Goroutines, func(g report.Goroutine) bool { return slices.ContainsFunc(g.Steps, has) }) ||
		f.Explored != nil && slices.ContainsFunc(f.Explored.Steps, func(s report.ExploredStep) bool { return has(s.Step) })
}

// any reports whether a finding is as asked.
func (c *comparison) any(is func(report.Finding) bool) bool {
	return slices.ContainsFunc(c.doc.Findings, is)
}

// turnOf is the operation and the line of the step that repairs the run when it comes
// later, or "".
func turnOf(f report.Finding) string {
	if f.Explored == nil {
		return ""
	}
	for _, s := range f.Explored.Steps {
		if s.Turn {
			_, line, _ := report.SplitPos(s.Pos)
			return fmt.Sprintf("%s %d", s.Op, line)
		}
	}
	return ""
}

// waits lists the classes that the goroutines of a finding wait for, sorted.
func waits(f report.Finding) string {
	var classes []string
	for _, g := range f.Blocked() {
		classes = append(classes, g.Steps[len(g.Steps)-1].Class)
	}
	slices.Sort(classes)
	return strings.Join(classes, " ")
}
