package record

import (
	"context"
	"os"
	"sync/atomic"
	"time"
)

// A Meter sums the processor time of the processes that were started with its context and have ended.
type Meter struct{ spent atomic.Int64 }

// WithMeter returns a context whose processes are charged to the meter.
func WithMeter(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

type meterKey struct{}

// Spent is the sum.
func (m *Meter) Spent() time.Duration { return time.Duration(m.spent.Load()) }

// Charge adds processor time of our own.
func (m *Meter) Charge(d time.Duration) { m.spent.Add(int64(d)) }

// Charge adds the time of a process that has ended to the meter of the context, if there is one.
func Charge(ctx context.Context, s *os.ProcessState) {
	if m, ok := ctx.Value(meterKey{}).(*Meter); ok {
		m.Charge(processorTime(s))
	}
}

// processorTime is that of a process and of its children, 0 for a process that has not been started.
func processorTime(s *os.ProcessState) time.Duration {
	if s == nil {
		return 0
	}
	return s.UserTime() + s.SystemTime()
}
