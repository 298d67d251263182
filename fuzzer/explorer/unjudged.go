package explorer

import (
	"context"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// An Unjudged is the end of a process whose runs were made and not looked at.
type Unjudged struct {
	Ended bool    // it has made all its runs
	Crash *Ending // of the run that ended it, nil for none
}

// RunUnjudged makes runs of a test in one process, without those of the base schedule: the program judges by itself. The process has
// the variables env besides those of the target, and works in the directory dir.
func RunUnjudged(ctx context.Context, t *record.Target, dir, test string, opt Options, env []string) (Unjudged, error) {
	p := &process{target: t, name: test, dir: dir, seed: opt.Seed, fresh: true, env: append(env, EnvNoMemoryPoints), now: time.Now().UTC().Truncate(24 * time.Hour).Unix()}
	if err := p.run(ctx, opt); err != nil {
		return Unjudged{}, err
	}
	return Unjudged{p.ended, p.crash}, nil
}
