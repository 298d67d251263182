// Package candidate tries the candidates that a source has predicted, and makes findings of them.
//
// A source predicts: the lock graph (package cycles), or trace programs (package stalls). Each of its candidates knows the runs
// that may show it, and the words of its finding. [Try] takes the candidates in order, within the [Bounds] of a stage. Candidates
// that no run can show are not tried. Their findings say why.
//
// The package knows no source, and decides about no verdict.
package candidate

import (
	"context"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/purse"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Candidate may be a finding.
type Candidate interface {
	Title() string                // for the line of progress
	MayShow(context.Context) bool // whether runs may show it; a candidate that is proven to happen in no run is not tried
	Try(context.Context, Bounds)  // makes the runs
	Tries() int                   // how many were made
	IsTold() bool                 // whether its runs showed a finding of another source alone
	Finding() report.Finding      // with the verdict, as far as it is known
	Accidents() []report.Finding  // other deadlocks in which the runs ended
}

// A Stage shows the progress of a command, and chooses its findings.
type Stage interface {
	Begins(n, of int, title string) // of the runs of a candidate
	Keeps(*report.Finding) bool     // whether the finding is one of the command
}

// Try tries candidates, and returns the findings of the stage and the number of tries.
func Try(ctx context.Context, list []Candidate, b Bounds, s Stage) (findings []report.Finding, tries int) {
	for i, c := range list {
		if c.MayShow(ctx) {
			s.Begins(i+1, len(list), c.Title())
			c.Try(ctx, b)
		}
		tries += c.Tries()
		if c.IsTold() {
			continue
		}
		if f := c.Finding(); s.Keeps(&f) {
			findings = append(append(findings, f), c.Accidents()...)
		}
	}
	return findings, tries
}

// Bounds end the runs of a stage.
type Bounds struct {
	Deadline time.Time // zero for none
	Purse    purse.Purse
}

// Until are the same bounds with another deadline.
func (b Bounds) Until(deadline time.Time) Bounds { return Bounds{deadline, b.Purse} }

// Options are those of confirming runs, within the bounds.
func (b Bounds) Options(opt confirm.Options) confirm.Options {
	opt.Deadline, opt.Over = b.Deadline, b.Purse.IsOver
	return opt
}

// Stopped says why no further run is made, or "".
func (b Bounds) Stopped(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "interrupted; run deadlocklint again"
	case IsPast(b.Deadline), b.Purse.IsOver():
		return "the time was spent before; raise -time"
	}
	return ""
}

// IsPast reports whether a deadline is over; the zero one never is.
func IsPast(deadline time.Time) bool { return !deadline.IsZero() && time.Now().After(deadline) }
