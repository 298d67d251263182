package run

import (
	"context"
	"math"
	"os"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// The processor time for all stages behind the recording, unless -time is given: so much, and so many times what the
// recorded processes took. Building and looking at the source come on top.
const (
	purseBase  = 10 * time.Second
	purseTimes = 6
)

// A purse is processor time that a stage may spend. The zero value has no end.
type purse struct {
	meter *record.Meter
	end   time.Duration // of the meter; 0 for none
}

// openPurse returns a context that charges processes to a purse, and the purse.
func (pl *pipeline) openPurse(ctx context.Context) (context.Context, purse) {
	p := purse{meter: new(record.Meter)}
	if !pl.IsGiven("time") && pl.Time > 0 {
		targets, _ := record.Targets(pl.Dir) // an error shows itself in the prediction
		p.end = purseBase
		for _, t := range targets {
			p.end += purseTimes * t.Processor
		}
	}
	return record.WithMeter(ctx, p.meter), p
}

// left is the processor time that can still be spent.
func (p purse) left() time.Duration {
	if p.end == 0 {
		return math.MaxInt64
	}
	return max(p.end-p.meter.Spent(), 0)
}

func (p purse) isOver() bool { return p.left() == 0 }

// part is a purse with one of n parts of the time that is left.
func (p purse) part(n int) purse {
	if p.end == 0 {
		return p
	}
	return purse{p.meter, p.meter.Spent() + max(p.left()/time.Duration(n), 1)}
}

// spend begins work of this process. The function that it returns takes out what the process has spent since, or the time that has
// passed where that is not known.
func (p purse) spend() func() {
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
