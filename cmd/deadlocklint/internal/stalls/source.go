// Package stalls has the candidates of trace programs: deadlocks with conditions, wait groups and channels.
//
// A [Source] has further runs of the tests recorded, for their control flow. Package predict makes trace programs of all recordings,
// and searches them. Each deadlock becomes a [Candidate], which confirming runs try. Cycles of locks alone are left out: the lock
// graph has them. [Write] writes the programs for other model checkers.
//
// The package searches nothing: package condvar does.
package stalls

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Bounds of the search in each trace program of a session.
const (
	stallStates = 500_000
	stallBytes  = 512 << 20
)

// SearchPart is the part of the budget that all searches may take, at most: a
// run has more use of the rest.
const SearchPart = 20

// A Source has the candidates of the recordings of one session.
type Source struct {
	Session *session.Session
	Static  []report.Finding // of the static checks, whose ids are taken over
	Only    string           // the id that is asked about, "" for all
	Before  []report.Finding // of the lock graph, and of schedules that were explored
}

// Options bound the searches of a session.
func Options(se *session.Session, b candidate.Bounds) predict.ProgramOptions {
	opt := predict.ProgramOptions{Search: condvar.Options{MaxStates: stallStates, MaxBytes: stallBytes}, From: &se.Programs}
	if se.Time > 0 {
		opt.End = b.Deadline
		opt.Time = max(min(se.Time/SearchPart, time.Until(b.Deadline), b.Purse.Left()), 1) // 0 were no limit
	}
	return opt
}

// Candidates has further runs of the tests recorded, and searches the trace programs of all recordings.
func (s *Source) Candidates(ctx context.Context, tests []predict.ConcurrentTest, b candidate.Bounds, stats *report.Stats) ([]candidate.Candidate, error) {
	other := ""
	if len(tests) > 0 {
		other = filepath.Join(s.Session.Dir, "flows")
		left, err := (&flowRecorder{s.Session, other, b.Purse.Part(2)}).record(ctx, tests, b.Deadline)
		if err != nil {
			return nil, err
		}
		session.LeaveOut(ctx, stats, left, "further recordings for trace programs", "use -condvar=false")
	}
	s.Session.Progress.Say("checking trace programs")
	opt := Options(s.Session, b)
	opt.OtherRecordings = other
	ctx, stop := b.Purse.Within(ctx)
	defer stop()
	found, err := predict.CheckPrograms(ctx, s.Session.Dir, opt, func(done, total int) {
		s.Session.Progress.Say("checking trace programs: %d of %d processes", done, total)
	})
	if err != nil {
		return nil, err
	}
	stats.Limits = append(stats.Limits, found.Limits...)
	stats.Conditions = countConditions(s.Session, found)
	return s.candidates(found.Deadlocks), nil
}

// candidates are the deadlocks that no other source has.
func (s *Source) candidates(deadlocks []*predict.GeneralizedDeadlock) (list []candidate.Candidate) {
	for _, d := range deadlocks {
		if d.Kind == condvar.LockCycle || s.Only != "" && d.ID != s.Only {
			continue
		}
		c := &Candidate{session: s.Session, before: s.Before, found: d}
		if c.static = cause.Twin(c.Finding(), s.Static); c.static != nil {
			d.ID = c.static.ID
		}
		if f := c.Finding(); slices.ContainsFunc(s.Before, func(o report.Finding) bool { return cause.SameWaits(f, o) }) {
			continue // channels that are locks: the lock graph has it
		}
		list = append(list, c)
	}
	return list
}
