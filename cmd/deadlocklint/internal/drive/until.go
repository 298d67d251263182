package drive

import (
	"context"
	"time"
)

// An Until is when a part of the work ends. The zero value is never.
type Until struct{ end time.Time }

// Within ends after a time. 0 is never.
func Within(d time.Duration) Until {
	if d == 0 {
		return Until{}
	}
	return Until{time.Now().Add(d)}
}

// Part is the n-th part of the time that is left.
func (u Until) Part(n int) Until {
	if u.end.IsZero() {
		return u
	}
	return Until{time.Now().Add(time.Until(u.end) / time.Duration(n))}
}

// PartOf is the n-th part of the time that is left, and at least a time, as far as there is so much.
func (u Until) PartOf(n int, atLeast time.Duration) Until {
	own := u.Part(n)
	if least := time.Now().Add(atLeast); !own.end.IsZero() && own.end.Before(least) {
		own.end = least
		if u.end.Before(least) {
			own.end = u.end
		}
	}
	return own
}

// Over reports whether no time is left.
func (u Until) Over() bool { return !u.end.IsZero() && time.Until(u.end) <= 0 }

// Left is the time that is left, at least the smallest one. It is never more than most, if that is not 0. 0 is no limit.
func (u Until) Left(most time.Duration) time.Duration {
	if u.end.IsZero() {
		return most
	}
	left := max(time.Until(u.end), 1)
	if most > 0 {
		left = min(left, most)
	}
	return left
}

// Context is done when the time is over.
func (u Until) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if u.end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, u.end)
}
