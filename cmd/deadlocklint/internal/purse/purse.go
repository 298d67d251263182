// Package purse has the processor time that the stages of a command may spend.
//
// [Open] makes a purse from the processor time of the recorded processes. A stage gets a part of the rest ([Purse.Part]), and charges
// its own work ([Purse.Spend]); processes that it starts are charged by package record.
//
// The package stops nothing: who spends asks [Purse.IsOver].
package purse

import (
	"context"
	"math"
	"os"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// The processor time for all stages after the recording, unless -time is given: so much, and so many times what the
// recorded processes took. Building and looking at the source come on top.
const (
	base  = 10 * time.Second
	times = 6
)

// A Purse is processor time that a stage may spend. The zero value has no end.
type Purse struct {
	meter *record.Meter
	end   time.Duration // of the meter; 0 for none
}

// Open returns a context that charges processes to a purse, and the purse. A limited one has a
// multiple of the processor time of the processes whose targets are in dir.
func Open(ctx context.Context, dir string, limited bool) (context.Context, Purse) {
	p := Purse{meter: new(record.Meter)}
	if limited {
		targets, _ := record.Targets(dir) // an error shows itself in the prediction
		p.end = base
		for _, t := range targets {
			p.end += times * t.Processor
		}
	}
	return record.WithMeter(ctx, p.meter), p
}

// Left is the processor time that can still be spent.
func (p Purse) Left() time.Duration {
	if p.end == 0 {
		return math.MaxInt64
	}
	return max(p.end-p.meter.Spent(), 0)
}

// IsOver reports whether nothing can be spent any more.
func (p Purse) IsOver() bool { return p.Left() == 0 }

// Part is a purse with one of n parts of the time that is left.
func (p Purse) Part(n int) Purse {
	if p.end == 0 {
		return p
	}
	return Purse{p.meter, p.meter.Spent() + max(p.Left()/time.Duration(n), 1)}
}

// Spend begins work of this process. The function that it returns takes out what the process has spent since, or the time that has
// passed where that is not known.
func (p Purse) Spend() func() {
	if p.meter == nil {
		return func() {}
	}
	before, began := record.UsageOf(os.Getpid()).Spent, time.Now()
	return func() {
		spent := record.UsageOf(os.Getpid()).Spent - before
		if before == 0 {
			spent = time.Since(began)
		}
		p.meter.Charge(spent)
	}
}
