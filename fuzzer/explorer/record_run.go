package explorer

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A RecordedRun is a run of a test by a strategy with the recorder on.
type RecordedRun struct {
	Target *record.Target
	Ending *Ending // nil when the run has neither come to an end nor ended its process
	Exit   int     // exit status of the process
	Late   bool    // it was stopped when its time was used up
}

// RecordRun makes a run of a test by a strategy, as the first one of a process, and records it into dir. run is its
// number, by which strategies draw. It reads what the target read when that was recorded. Its output goes to out. It is stopped when its
// time is used up.
func RecordRun(ctx context.Context, t *record.Target, dir, test string, config config.Config, run int, within time.Duration, out io.Writer) (*RecordedRun, error) {
	p := &process{target: t, name: test, fresh: true, seed: config.Seed}
	r, err := t.Another(dir, p.arguments())
	if err != nil {
		return nil, err
	}
	p.dir, p.now = filepath.Join(dir, "run."+r.ID), time.Now().UTC().Truncate(24*time.Hour).Unix()
	trail := filepath.Join(p.dir, "trail")
	if err := makeTrail(trail); err != nil {
		return nil, fmt.Errorf("cannot record a run of %s: %w; free some space in %s", test, err, dir)
	}
	r.Explored = &record.Explored{Test: test, Run: run, Seed: config.Seed, Fresh: true, Own: explore.Draws(&config), Now: p.now, Env: len(t.Env)}
	r.Env = slices.Concat(t.Env, callEnv(test), []string{
		boundary.EnvExplore + "=" + config.String(), boundary.EnvRest + "=1", boundary.EnvFresh + "=1",
		boundary.EnvFirst + "=" + strconv.Itoa(run), boundary.EnvRuns + "=1", boundary.EnvNow + "=" + strconv.FormatInt(p.now, 10),
		boundary.EnvRunsFile + "=" + filepath.Join(p.dir, "runs"), boundary.EnvTrail + "=" + trail, boundary.EnvTrailSize + "=" + strconv.Itoa(trailSize),
	})
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	both := io.MultiWriter(&p.out, out)
	stdin, err := t.OpenStdin()
	if err != nil {
		return nil, err
	}
	var in io.Reader
	if stdin != nil {
		defer stdin.Close()
		in = stdin
	}
	code, err := r.Record(ctx, dir, in, both, both)
	if err != nil {
		return nil, err
	}
	made := &RecordedRun{Target: r, Exit: code, Late: ctx.Err() != nil}
	if err := p.read(filepath.Join(p.dir, "runs")); err != nil {
		return nil, fmt.Errorf("cannot read what a run of %s has told: %w; try again", test, err)
	}
	if !p.ended && !made.Late {
		p.crashed(trail, code)
	}
	made.Ending = p.crash
	if len(p.endings) > 0 {
		made.Ending = &p.endings[0]
	}
	return made, nil
}
