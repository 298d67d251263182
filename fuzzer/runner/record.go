package runner

import (
	"context"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// maxRecorded is how many endings of a test are made again with the recorder on.
const maxRecorded = 8

// recordAll records the endings of a stage that may be findings. Of a test that is
// explored twice only those that count come here: a recording is a finding.
func (s *search) recordAll(ctx context.Context, stage Stage, list []*explorer.Result) error {
	for _, r := range list {
		if err := recordEndings(ctx, s.Machine, stage, r, s.limit); err != nil {
			return err
		}
	}
	return nil
}

// recordEndings records the endings of a test that may be findings, as long as there is time.
func recordEndings(ctx context.Context, m Machine, stage Stage, r *explorer.Result, l limit) error {
	n := 0
	for i := range r.Endings {
		e := &r.Endings[i]
		if err := withoutEarly(ctx, m, stage, r, e, l); err != nil {
			return err
		}
		if !r.Counts(e) || n == maxRecorded || n > 0 && !l.records(time.Now()) {
			continue
		}
		n++
		if err := recordSmaller(ctx, m, stage, r, e, l, false); err != nil {
			return err
		}
	}
	return nil
}

// withoutEarly replaces a failure of the test after an early timer by a failure without early timers, if
// there is one.
func withoutEarly(ctx context.Context, m Machine, stage Stage, r *explorer.Result, e *explorer.Ending, l limit) error {
	most := l.shrink(r, time.Now(), toRecord(r))
	if !e.FailsEarly() || e.Crash != "" || ctx.Err() != nil || most == 0 {
		return nil
	}
	small, err := m.Shrink(ctx, stage, r.Test, *e, ofTries(r, e, most))
	if err == nil && !small.FailsEarly() {
		*e = small
	}
	return err
}

// toRecord is how many endings of a test are still to be made again.
func toRecord(r *explorer.Result) (n int) {
	for i := range r.Endings {
		if e := &r.Endings[i]; e.Seen == nil && r.Counts(e) {
			n++
		}
	}
	return min(n, maxRecorded)
}

// shrinkTime is how long the schedule of an ending is made smaller, at most: all that are made again take no longer than the
// exploration of their test has taken, unless that was short. A test that has a share of the time takes little more than that:
// other tests wait for theirs.
func shrinkTime(r *explorer.Result) time.Duration {
	least := 2 * time.Second
	if r.Share > 0 {
		least = min(least, r.Share/4)
	}
	return max(least, r.Took/maxRecorded)
}

// Tries within one process have this part of the time: they are a thousand times as fast as those with a process each. Not so
// where a run takes slowRun, as one with a child process does. The first run comes startTime after the process.
const (
	withinPart = 4
	slowRun    = 4 * time.Millisecond
	startTime  = time.Second
)

// ofTries is the part of the time for smaller schedules that the tries of an ending have.
func ofTries(r *explorer.Result, e *explorer.Ending, most time.Duration) time.Duration {
	if e.IsApart() || r.Took > startTime+slowRun*time.Duration(r.Runs) {
		return most
	}
	return most / withinPart
}

// recordSmaller records an ending with a smaller schedule, or with its own one when the
// ending does not happen again so. Endings before an interrupt are recorded too: a
// search that carries on does not find them again.
func recordSmaller(ctx context.Context, m Machine, stage Stage, r *explorer.Result, e *explorer.Ending, l limit, first bool) (err error) {
	small := *e
	if most := l.shrink(r, time.Now(), toRecord(r)); ctx.Err() == nil && e.Shrunk == nil && most > 0 {
		if small, err = m.Shrink(ctx, stage, r.Test, *e, ofTries(r, e, most)); err != nil {
			return err
		}
	}
	ctx, cancel := l.within(ctx)
	defer cancel()
	err = m.Record(ctx, r.Test, &small, first)
	if err != nil || small.Seen.Again || small.Trail == e.Trail {
		*e = small
		return err
	}
	return m.Record(ctx, r.Test, e, first)
}

// RecordBases records tests under a base schedule that ends well, to predict from it. A
// goroutine alone takes no locks in a cycle, but the recording names what is not modelled.
func RecordBases(ctx context.Context, m Machine, list []*explorer.Result) error {
	for _, r := range list {
		base := r.Base()
		if base == nil || base.Bad() || base.Goroutines < 2 && !r.IsUnruled() || ctx.Err() != nil {
			continue
		}
		own := *base
		if err := m.Record(ctx, r.Test, &own, false); err != nil {
			return err
		}
	}
	return nil
}
