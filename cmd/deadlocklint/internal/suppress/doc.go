// Package suppress decides which findings are not shown: those that a comment
// silences, those of a baseline file, and those that are not new.
//
// # How a datum flows
//
// Every stage, static or dynamic, hands its findings to [Rules.Apply] before it reports
// them. Apply marks the suppressed ones ([report.Finding.Suppressed]) and names the
// reason. All three ways silence an id. An id is the same in every stage. So a finding
// that is silenced before the program runs stays silent when a run confirms it. The
// finding itself travels on: handlers count it.
//
// comment.go looks for a comment (//deadlocklint:ignore CHECK REASON) at the position
// of a finding and at each place where a goroutine of it waits. The comment is on that
// line or the line before. CHECK is a name of the check, of this release or an earlier
// one. It may also be the name of the analyzer that reports the check, or the id of the
// finding.
//
// A comment without a reason is not obeyed. The static checks read comments themselves,
// since under go vet no other code can. They report comments that silence nothing in their package. This
// package sees all findings, and drops such a report where a comment silences one of another package or of a run.
//
// The package runs nothing and changes no file; it writes a baseline to the
// writer it is given.
package suppress

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Rules has the suppressions of one invocation. The zero value silences nothing.
type Rules struct {
	Baseline *Baseline       // nil for none
	Old      map[string]bool // ids that are not new
	Since    string          // the revision of Old, for people

	// Source returns the text of a source file named as in a position, or nil.
	// When it is nil, comments are not looked for.
	Source func(file string) []byte
	// Analyzer returns the name of the analyzer that reports a check, or "".
	Analyzer func(check checks.Name) string
}

// Apply marks the findings that are silenced. A finding that is marked already
// silences all others with its id. Apply returns the findings without those that tell of a comment to silence nothing where it
// silences something.
func (r Rules) Apply(findings []report.Finding) []report.Finding {
	by := map[string]string{}
	c := comments{rules: r, files: map[string]map[int]directive{}, used: map[string]bool{}}
	for i := range findings {
		f := &findings[i]
		if f.Suppressed && by[f.ID] == "" {
			by[f.ID] = f.SuppressedBy
		}
		if d, ok := c.silences(f); ok && by[f.ID] == "" {
			by[f.ID] = fmt.Sprintf("comment: %s", d.reason)
		}
	}
	for i := range findings {
		f := &findings[i]
		switch why, silenced := by[f.ID]; {
		case silenced:
			f.Suppressed, f.SuppressedBy = true, why
		case r.Baseline.Has(f.ID):
			f.Suppressed, f.SuppressedBy = true, "baseline"
		case r.Old[f.ID]:
			f.Suppressed, f.SuppressedBy = true, "not new since "+r.Since
		}
	}
	return c.useless(findings)
}
