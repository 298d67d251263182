package predict

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The timeShares of a time are the parts of it that each of several traces may use, by size.
type timeShares struct {
	ctx   context.Context // ends with all of the time
	close context.CancelFunc
	sizes map[string]int64
	left  int64 // of the sizes
}

// newShares divides d, or all the time there is when it is 0.
func newShares(ctx context.Context, d time.Duration, names []string) *timeShares {
	s := &timeShares{ctx: ctx, close: func() {}, sizes: map[string]int64{}}
	if d > 0 {
		s.ctx, s.close = context.WithTimeout(ctx, d)
	}
	for _, name := range names {
		s.sizes[name] = 1 // an empty one has a share, too
		if info, err := os.Stat(name); err == nil {
			s.sizes[name] += info.Size()
		}
		s.left += s.sizes[name]
	}
	return s
}

// next returns the context of a trace, which comes in its turn, and the function that ends it.
func (s *timeShares) next(name string) (context.Context, context.CancelFunc) {
	size, left := s.sizes[name], s.left
	s.left -= size
	end, limited := s.ctx.Deadline()
	if !limited {
		return s.ctx, func() {}
	}
	part := float64(size) / float64(left)
	return context.WithTimeout(s.ctx, max(leastShare, time.Duration(part*float64(time.Until(end)))))
}

// leastShare is the time that a trace gets as long as there is any time. A small one needs
// milliseconds, but a busy machine may not run it for longer than its share of many.
const leastShare = time.Second

// within ends the passes of a process when one of n parts of the time that is left
// is spent, until the function that it returns is called.
func (p *process) within(n int) (restore func()) {
	end, limited := p.ctx.Deadline()
	if !limited {
		return func() {}
	}
	all := p.ctx
	part, cancel := context.WithTimeout(all, time.Until(end)/time.Duration(n))
	p.ctx = part
	return func() { p.ctx = all; cancel() }
}

// endReason says why a context that has ended for the user, or a part of its time,
// is over.
func endReason(ctx context.Context) string {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return "interrupted"
	}
	return "the time for prediction was used up, which is a part of -time"
}

// noteCuts lists the passes of a process that its share of the time ended.
func (p *Prediction) noteCuts(ctx context.Context, proc *process) {
	if !proc.isCut() {
		return
	}
	why := endReason(ctx)
	if proc.full {
		why = "MaxLive: 900 MB of memory were in use"
	}
	p.cut = append(p.cut, proc.file)
	p.Stats.Limits = append(p.Stats.Limits, fmt.Sprintf("%s: %s: cut while %s", filepath.Base(proc.file), why, strings.Join(proc.cuts, ", ")))
}
