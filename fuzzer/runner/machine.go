package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A Stage is one of the explorations of a test. Each keeps its files apart from those of the others.
type Stage string

// The stages, in their order. Of first runs there are two stages, of few runs and of many.
const (
	StageAsked   Stage = ""        // as the user asks
	StageToday   Stage = "today"   // at the present time of day
	StageFew     Stage = "few"     // few first runs
	StageMany    Stage = "many"    // many first runs
	StageApart   Stage = "apart"   // a process for each run
	StageSettles Stage = "settles" // first runs that go another way than those after them
	StageOrders  Stage = "orders"  // one schedule of each order of dependent steps
)

// A Machine makes the runs of one test. [Processes] starts processes for them.
type Machine interface {
	// Explore makes the runs of a stage.
	Explore(ctx context.Context, stage Stage, from explorer.Checkpoints, opt explorer.Options) ([]*explorer.Result, error)

	// Compare makes a test that fails under the base schedule natively, and under the base schedule in the other order.
	Compare(ctx context.Context, test string, opt explorer.Options) (*explorer.Comparison, error)

	// AsFirst makes an ending again as the first run of a process, and reports whether the run ended so.
	AsFirst(ctx context.Context, test string, e *explorer.Ending) (again bool, err error)

	// Plain makes the base schedule in the place of an ending, after as many runs, and reports whether it ended so.
	Plain(ctx context.Context, test string, e *explorer.Ending) (again bool, err error)

	// Shrink returns an ending with a smaller schedule, or the same one, within a time.
	Shrink(ctx context.Context, stage Stage, test string, e explorer.Ending, most time.Duration) (explorer.Ending, error)

	// Record makes an ending again with the recorder on, after the runs of the base schedule. With first it is the first
	// run of its process. It sets Seen of the ending.
	Record(ctx context.Context, test string, e *explorer.Ending, first bool) error
}

// Processes is the Machine of a test binary.
type Processes struct {
	Target  *record.Target
	Again   *record.Target // in which endings are made again, nil for Target
	Session string         // the directory of recordings
	Work    string         // the directory of the stages
	Test    string         // the test of the go command
	Tell    func(explorer.Progress)
}

// dir is the directory of a stage.
func (p *Processes) dir(stage Stage) string {
	if stage == StageAsked {
		return p.Work
	}
	return p.Work + "." + string(stage)
}

// again is the binary in which endings are made again.
func (p *Processes) again() *record.Target {
	if p.Again != nil {
		return p.Again
	}
	return p.Target
}

// Explore lets package explorer make the runs.
func (p *Processes) Explore(ctx context.Context, stage Stage, from explorer.Checkpoints, opt explorer.Options) ([]*explorer.Result, error) {
	if err := errors.Join(os.MkdirAll(p.Work, 0o700), os.MkdirAll(p.dir(stage), 0o700)); err != nil {
		return nil, fmt.Errorf("cannot explore %s: %w; free some space in %s", p.Target.Package, err, p.Session)
	}
	return explorer.Test(ctx, p.Target, p.dir(stage), p.Test, from, opt, p.tell)
}

func (p *Processes) tell(g explorer.Progress) {
	if p.Tell != nil {
		p.Tell(g)
	}
}

// Compare makes the runs of [explorer.Compare].
func (p *Processes) Compare(ctx context.Context, test string, opt explorer.Options) (*explorer.Comparison, error) {
	return explorer.Compare(ctx, p.again(), p.Work+".otherwise", test, opt)
}

// AsFirst makes the choices of an ending, and then its switches where a first run has other steps. A recording is of no use: the
// ending is recorded once more for the report.
func (p *Processes) AsFirst(ctx context.Context, test string, e *explorer.Ending) (again bool, err error) {
	return p.unused(e, func(dir string) (bool, error) {
		first := *e
		first.Fresh = true
		seen, err := explorer.Repeat(ctx, p.again(), dir, test, &first, io.Discard)
		if err != nil || seen.Again {
			return err == nil, err
		}
		return explorer.FollowsFirst(ctx, p.again(), dir, test, e)
	})
}

// Plain makes the run of [explorer.RepeatPlain], whose recording is of no use either.
func (p *Processes) Plain(ctx context.Context, test string, e *explorer.Ending) (again bool, err error) {
	return p.unused(e, func(dir string) (bool, error) {
		seen, err := explorer.RepeatPlain(ctx, p.again(), dir, test, e)
		return err == nil && seen.Again, err
	})
}

// unused makes runs in a directory that it removes.
func (p *Processes) unused(e *explorer.Ending, run func(dir string) (again bool, err error)) (again bool, err error) {
	dir, err := os.MkdirTemp(p.Work, "alone-")
	if err != nil {
		return false, fmt.Errorf("cannot make run %d again: %w; free some space in %s", e.Run, err, p.Work)
	}
	defer os.RemoveAll(dir)
	return run(dir)
}

// Shrink makes the runs of [explorer.Shrink].
func (p *Processes) Shrink(ctx context.Context, stage Stage, test string, e explorer.Ending, most time.Duration) (explorer.Ending, error) {
	return explorer.Shrink(ctx, p.again(), p.dir(stage), test, e, most)
}

// Record keeps the recording in the directory of the session.
func (p *Processes) Record(ctx context.Context, test string, e *explorer.Ending, first bool) (err error) {
	if first {
		return explorer.RepeatAlone(ctx, p.again(), p.Session, test, e, io.Discard)
	}
	e.Seen, err = explorer.Repeat(ctx, p.again(), p.Session, test, e, io.Discard)
	return err
}
