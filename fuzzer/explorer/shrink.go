package explorer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A ScheduleSize is the size of a schedule that was made smaller.
type ScheduleSize struct {
	Preemptions int // how often a goroutine lost its turn that could have gone on
	Switches    int // how often another goroutine went on
	Given       int // preemptions of the schedule that the strategy chose
}

// Shrink returns an ending with the smallest schedule found that ends in the same way. Its processes have a processor for the
// time most, and a little longer. Fewer timers that fire early come first, then fewer preemptions, then fewer switches.
//
// A run gets a process for each try when it is [Ending.IsApart]. Its schedule loses choices first, then preemptions.
//
// An ending is returned unchanged in three cases. It has no choices, its run came to a standstill, or its run ended the process
// at an access that was forced.
func Shrink(ctx context.Context, t *record.Target, dir, test string, e Ending, most time.Duration) (Ending, error) {
	switch {
	case e.Run == boundary.Base || e.End == boundary.Stalled || e.Crash != "" && (e.ForcedStep > 0 || e.HeldBack):
		return e, nil
	case e.IsApart():
		return shrinkApart(ctx, t, dir, test, e, most)
	}
	return shrinkWithin(ctx, t, dir, test, e, most)
}

// shrinkWithin lets one process make all runs.
func shrinkWithin(ctx context.Context, t *record.Target, dir, test string, e Ending, most time.Duration) (Ending, error) {
	p := e.process(t, dir, test, "small")
	p.env = []string{boundary.EnvShrink + "=" + string(boundary.Append(nil, &boundary.Kind{End: e.End, Class: e.Class, Failed: e.Failed})), boundary.EnvSchedule + "=" + e.Trail}
	opt := e.options()
	opt.Served = most
	if err := p.run(ctx, opt); err != nil {
		return e, err
	}
	b, err := os.ReadFile(filepath.Join(p.dir, "trail."+boundary.ShrunkRun))
	if err != nil || p.shrunk == nil { // no run ended so again
		return e, nil
	}
	small := e
	small.Trail, small.Steps, small.Shrunk = filepath.Join(p.dir, "trail."+boundary.ShrunkRun), len(ParseTrail(b).Steps), p.shrunk
	small.Early = p.early[boundary.ShrunkRun]
	return small, nil
}

// process makes an ending again. The name is part of that of its files.
func (e *Ending) process(t *record.Target, dir, test, name string) *process {
	return &process{
		target: t, name: test, first: e.Run, seed: e.Seed, now: e.Now, fresh: e.Fresh,
		dir: filepath.Join(dir, fmt.Sprintf("%s.%s.%s.%d", name, t.ID, FileName(test), e.Run)),
	}
}

// options are those of a process that makes an ending again.
func (e *Ending) options() Options {
	base := config.Config{Strategy: "run", Seed: e.Seed, Own: e.Own}
	setEarly(&base, e.Early)
	return Options{Config: base, Runs: 1}
}
