package candidate

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A fake is a candidate whose runs show it when they may.
type fake struct {
	id    string
	mayBe bool
	tries int
	told  bool   // by another finding
	other string // an accident of its runs, "" for none
	log   *[]string
}

func (f *fake) Title() string                { return f.id }
func (f *fake) MayShow(context.Context) bool { return f.mayBe }
func (f *fake) IsTold() bool                 { return f.told }
func (f *fake) Tries() int                   { return f.tries }
func (f *fake) Finding() report.Finding      { return report.Finding{ID: f.id, Status: f.status()} }
func (f *fake) Try(_ context.Context, _ Bounds) {
	f.tries = 3
	*f.log = append(*f.log, "try "+f.id)
}

func (f *fake) status() report.Status {
	if f.tries > 0 {
		return report.StatusConfirmed
	}
	return report.StatusInfeasible
}

func (f *fake) Accidents() []report.Finding {
	if f.other == "" {
		return nil
	}
	return []report.Finding{{ID: f.other}}
}

// A stage leaves out one finding.
type stage struct {
	without string
	log     *[]string
}

func (s *stage) Begins(n, of int, title string) {
	*s.log = append(*s.log, fmt.Sprintf("begin %d of %d: %s", n, of, title))
}

func (s *stage) Keeps(f *report.Finding) bool { return f.ID != s.without }

// TestTry: a candidate that no run can show is told, and not tried. The tries of a finding that another
// source tells, or that a stage does not keep, count, and its accidents go with it.
func TestTry(t *testing.T) {
	var log []string
	list := []Candidate{&fake{id: "a", mayBe: true, other: "x", log: &log}, &fake{id: "b", log: &log}, &fake{id: "c", mayBe: true, other: "y", log: &log}, &fake{id: "d", mayBe: true, told: true, log: &log}}
	findings, tries := Try(t.Context(), list, Bounds{}, &stage{without: "c", log: &log})
	var got []string
	for _, f := range findings {
		got = append(got, f.ID+" "+string(f.Status))
	}
	if want := []string{"a confirmed", "x ", "b infeasible"}; !slices.Equal(got, want) || tries != 9 {
		t.Errorf("%q after %d tries, want %q after 9", got, tries, want)
	}
	if want := []string{"begin 1 of 4: a", "try a", "begin 3 of 4: c", "try c", "begin 4 of 4: d", "try d"}; !slices.Equal(log, want) {
		t.Errorf("%q, want %q", log, want)
	}
}

// TestStopped: an interrupt and a deadline have different reasons, and no bounds stop nothing.
func TestStopped(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx      context.Context
		deadline time.Time
		stops    bool
	}{{t.Context(), time.Time{}, false}, {t.Context(), time.Now().Add(time.Hour), false}, {t.Context(), time.Unix(1, 0), true}, {over, time.Time{}, true}} {
		if got := (Bounds{Deadline: c.deadline}).Stopped(c.ctx); (got != "") != c.stops {
			t.Errorf("deadline %v: %q", c.deadline, got)
		}
	}
	if (Bounds{}).Stopped(over) == (Bounds{Deadline: time.Unix(1, 0)}).Stopped(t.Context()) {
		t.Error("an interrupt is told as a deadline")
	}
}
