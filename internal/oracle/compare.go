package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A WrongVerdict is a verdict that the truth contradicts.
type WrongVerdict struct {
	Program string        `json:"program"`
	ID      string        `json:"id"`
	Check   checks.Name   `json:"check"`
	Status  report.Status `json:"status"`
	Says    string        `json:"says"`  // the reason that the report gives
	Truth   string        `json:"truth"` // the right answer, in one line
}

// Compare holds every finding of a document against the programs of the lot.
func (l *Batch) Compare(doc report.Document) *Tally {
	t := l.count()
	t.Recorded = min(t.Programs, doc.Stats.Tests)
	claimed := map[string]bool{}
	for _, f := range doc.Findings {
		c := l.caseOf(f)
		if c == nil {
			t.Unplaced = append(t.Unplaced, fmt.Sprintf("%s %s at %q is in no program", f.Check, f.ID, f.Pos))
			continue
		}
		claimed[c.Name] = t.judge(c, f) || claimed[c.Name]
	}
	for _, c := range l.Cases {
		switch {
		case claimed[c.Name]:
		case c.Truth.CanHang():
			t.MissedHangs = append(t.MissedHangs, c.Name)
		case c.Truth.CanLeak():
			t.MissedLeaks = append(t.MissedLeaks, c.Name)
		}
	}
	return t
}

// count counts the programs.
func (l *Batch) count() *Tally {
	t := &Tally{Verdicts: map[string]Count{}}
	add := func(to *int, yes bool) {
		if yes {
			*to++
		}
	}
	for _, c := range l.Cases {
		t.Programs++
		t.States += c.Truth.States
		add(&t.Hang, c.Truth.CanHang())
		add(&t.Leak, !c.Truth.CanHang() && c.Truth.CanLeak())
		add(&t.Accidental, c.Accidental())
		add(&t.Rescued, c.Rescued)
	}
	return t
}

// caseOf is the program that a finding is about: each has a file of its own.
func (l *Batch) caseOf(f report.Finding) *Case {
	places := []string{f.Pos}
	for _, g := range f.Goroutines {
		for _, s := range g.Steps {
			places = append(places, s.Pos)
		}
	}
	for i := range l.Cases {
		c := &l.Cases[i]
		if slices.ContainsFunc(places, func(pos string) bool { return strings.Contains(pos, c.Source.Name) }) {
			return c
		}
	}
	return nil
}

// judge counts a finding, and reports whether it claims that its program can block.
func (t *Tally) judge(c *Case, f report.Finding) bool {
	claim := ClaimOf(f)
	status := string(f.Status)
	if claim == Happens && f.Status == report.StatusPredicted {
		status = "feasible"
	}
	if claim == Nothing {
		t.verdict(status, true)
		return false
	}
	list, ok := c.sides(f)
	if !ok {
		t.verdict(status+", elsewhere", true)
		t.Unplaced = append(t.Unplaced, fmt.Sprintf("%s: %s %s %s has a side at no operation", c.Name, f.Status, f.Check, f.ID))
		return claim == Happens
	}
	can := happens(c.Truth, list)
	t.verdict(status, can == (claim == Happens))
	if can != (claim == Happens) {
		t.Untrue = append(t.Untrue, untrue(c, f, can))
	}
	return claim == Happens
}

func untrue(c *Case, f report.Finding, can bool) WrongVerdict {
	u := WrongVerdict{Program: c.Name, ID: f.ID, Check: f.Check, Status: f.Status}
	if f.Dynamic != nil {
		u.Says = f.Dynamic.Reason
	}
	if can {
		list, _ := c.sides(f)
		for _, d := range c.Truth.Deadlocks {
			if fits(d.Blocked, list) {
				u.Truth = "can happen: " + c.Schedule(d.Witness)
				break
			}
		}
		return u
	}
	u.Truth = fmt.Sprintf("no schedule blocks goroutines there; the program has %d states and %d deadlocks", c.Truth.States, len(c.Truth.Deadlocks))
	return u
}
