package runner

import (
	"context"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// A limit is that of the time of a test. Runs end at its end. Recordings of their endings may come a little later: a finding
// without one is none.
type limit struct{ end, last time.Time } // zero for none

// Recordings have this part of the time of a test after its end, and recordTime at least.
const (
	recordPart = 10
	recordTime = 400 * time.Millisecond
)

func limitOf(now time.Time, whole time.Duration) (l limit) {
	if whole > 0 {
		l.end = now.Add(whole)
		l.last = l.end.Add(max(whole/recordPart, recordTime))
	}
	return l
}

// isOver reports whether no further stage begins.
func (l limit) isOver(now time.Time) bool { return !l.end.IsZero() && now.After(l.end) }

// left is the time of a further stage, 0 for no limit.
func (l limit) left(now time.Time) time.Duration {
	if l.end.IsZero() {
		return 0
	}
	return max(l.end.Sub(now), 1)
}

// records reports whether a further ending is made again.
func (l limit) records(now time.Time) bool { return l.last.IsZero() || now.Before(l.last) }

// within is a context for runs that make an ending again. An interrupt does not end it: a search that carries on does not
// find that ending again.
func (l limit) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx = context.WithoutCancel(ctx)
	if l.last.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, l.last.Add(recordTime))
}

// leastShrink is the shortest time in which a schedule is made smaller.
const leastShrink = 50 * time.Millisecond

// shrink is how long the schedule of an ending is made smaller, at most, 0 for not at all. The endings of a test that are still to be made
// again share what is left.
func (l limit) shrink(r *explorer.Result, now time.Time, endings int) time.Duration {
	most := shrinkTime(r)
	if !l.last.IsZero() {
		most = min(most, l.last.Sub(now)/time.Duration(2*max(endings, 1)))
	}
	if most < leastShrink {
		return 0
	}
	return most
}
