package explorer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// ShrinkTime is how long the schedule of one ending is made smaller, at most.
const ShrinkTime = 2 * time.Second

// A ScheduleSize is the size of a schedule that was made smaller.
type ScheduleSize struct {
	Preemptions int // how often a goroutine lost its turn that could have gone on
	Switches    int // how often another goroutine went on
}

// Shrink returns an ending with the smallest schedule found that ends in the same way.
// Fewer timers that fire early come first, then fewer preemptions, then fewer switches.
// Some endings are returned unchanged. Their run ended its process, needs a process of its
// own, reached the step limit, or has no choices.
func Shrink(ctx context.Context, t *record.Target, dir, test string, e Ending) (Ending, error) {
	if e.Run == boundary.Base || e.Fresh || e.Crash != "" || e.End == boundary.Over || e.End == boundary.Stalled {
		return e, nil
	}
	p := &process{
		target: t, name: test, first: e.Run, seed: e.Seed, now: e.Now, dir: filepath.Join(dir, fmt.Sprintf("small.%s.%s.%d", t.ID, FileName(test), e.Run)),
		env: []string{boundary.EnvShrink + "=" + string(boundary.Append(nil, &boundary.Kind{End: e.End, Class: e.Class, Failed: e.Failed})), boundary.EnvSchedule + "=" + e.Trail},
	}
	opt := Options{Strategy: fmt.Sprintf("strategy=run seed=%d", e.Seed) + earlySetting(e.Early) + ownSetting(e.Own), Runs: 1, Time: ShrinkTime}
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
