// Package purse has the processor time that the stages of a command may spend.
//
// [Open] makes a purse from the processor time of the recorded processes. A stage gets a part of the rest ([Purse.Part]). All
// processor time of this process is taken out from then on; processes that it starts are charged by package record.
//
// The package stops no process. Who starts one asks [Purse.IsOver]; work of this process ends with the context of [Purse.Within].
package purse

import (
	"context"
	"math"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// The processor time for all stages after the recording, unless -time is given: so much, and so many times what the
// recorded processes took. Building and looking at the source come on top.
const (
	base  = 10 * time.Second
	times = 5
)

// A Purse is processor time that a stage may spend. The zero value has no end.
type Purse struct {
	meter *record.Meter
	own   func() time.Duration // processor time of this process
	began time.Duration        // that when the purse was opened
	end   time.Duration        // of both from then on; 0 for none
}

// Open returns a context that charges processes to a purse, and the purse. A limited one has a
// multiple of the processor time of the processes whose targets are in dir.
func Open(ctx context.Context, dir string, limited bool) (context.Context, Purse) {
	p := Purse{meter: new(record.Meter), own: record.Own, began: record.Own()}
	if limited {
		targets, _ := record.Targets(dir) // an error shows itself in the prediction
		p.end = base
		for _, t := range targets {
			p.end += times * t.Processor
		}
	}
	return record.WithMeter(ctx, p.meter), p
}

// spent is the processor time since the purse was opened.
func (p Purse) spent() time.Duration { return p.meter.Spent() + p.own() - p.began }

// Left is the processor time that can still be spent.
func (p Purse) Left() time.Duration {
	if p.end == 0 {
		return math.MaxInt64
	}
	return max(p.end-p.spent(), 0)
}

// IsOver reports whether nothing can be spent any more.
func (p Purse) IsOver() bool { return p.Left() == 0 }

// Part is a purse with one of n parts of the time that is left.
func (p Purse) Part(n int) Purse {
	if p.end == 0 {
		return p
	}
	spent := p.spent()
	return Purse{p.meter, p.own, p.began, spent + max((p.end-spent)/time.Duration(n), 1)}
}

// look is how often a context asks whether its purse is over.
const look = 50 * time.Millisecond

// Within is a context that ends when the purse is over, with the cause of a deadline.
func (p Purse) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if p.end > 0 {
		go p.await(ctx, cancel)
	}
	return ctx, func() { cancel(nil) }
}

// await ends a context when the purse is over.
func (p Purse) await(ctx context.Context, end context.CancelCauseFunc) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for !p.IsOver() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	end(context.DeadlineExceeded)
}
