package explorer

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
)

// repeatTime is how long a repetition may take: it makes one run.
const repeatTime = 2 * time.Minute

// Repeat makes the choices of an ending again, in a process of its own that is recorded
// into the session dir. It notes the target of the recording in the ending, and whether
// the run ended in the same way.
func Repeat(ctx context.Context, t *record.Target, dir, test string, e *Ending) error {
	p := &process{target: t, name: test, dir: filepath.Join(dir, fmt.Sprintf("again.%s.%d", test, e.Run))}
	r, err := record.NewTarget(dir, t.Binary, p.arguments(), t.Dir)
	if err != nil {
		return err
	}
	r.Package, r.Test, r.Prefix = t.Package, t.Test, t.Prefix
	r.Explored = &record.Explored{Test: test, Run: e.Run}
	env, err := p.again(e)
	if err != nil {
		return err
	}
	if e.Run != rt.Base {
		r.Explored.Trail = fmt.Sprintf("trail.%s", r.ID)
		b, err := os.ReadFile(e.Trail)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, r.Explored.Trail), b, 0o600)
		}
		if err != nil {
			return fmt.Errorf("cannot keep the choices of run %d: %w; free some space in %s", e.Run, err, dir)
		}
	}
	r.Env = slices.Concat(t.Env, env)
	ctx, cancel := context.WithTimeout(ctx, repeatTime)
	defer cancel()
	code, err := r.Record(ctx, dir, nil, io.Discard, io.Discard)
	if err != nil {
		return err
	}
	e.Target, e.Again = r.ID, p.same(e, code)
	return nil
}

// again is the environment of a process that makes the choices of an ending.
func (p *process) again(e *Ending) ([]string, error) {
	trail := filepath.Join(p.dir, "trail")
	if err := makeTrail(trail); err != nil {
		return nil, err
	}
	env := []string{
		envExplore + "=strategy=run", envRest + "=1",
		envFile + "=" + filepath.Join(p.dir, "runs"), envTrail + "=" + trail, envSize + "=" + strconv.Itoa(trailSize),
	}
	if e.Run == rt.Base {
		return append(env, envRuns+"=0"), nil
	}
	return append(env, envRuns+"=1", envSchedule+"="+e.Trail), nil
}

// same reports whether a repetition has ended as the run did, by the same choices.
func (p *process) same(e *Ending, code int) bool {
	b, err := os.ReadFile(filepath.Join(p.dir, "trail"))
	if err != nil {
		return false
	}
	t := ParseTrail(b)
	if t.Differ != 0 {
		e.Differs = differs(t, e)
	}
	if t.Differ != 0 || t.Run != e.Run && e.Run != rt.Base && t.Run != 0 {
		return false
	}
	p.read(filepath.Join(p.dir, "runs"))
	switch {
	case e.Crash != "":
		return !p.ended && code == e.Exit
	case e.End == rt.Deadlock:
		return code == exitDeadlock
	}
	return slices.ContainsFunc(p.endings, func(o Ending) bool {
		return o.End == e.End && o.Class == e.Class && o.Failed == e.Failed
	})
}

// differs words the first step at which a repetition went another way.
func differs(t *Trail, e *Ending) string {
	s := fmt.Sprintf("at step %d goroutine %d was about to %s object %d", t.Differ, t.Saw.Goroutine, OpName(t.Saw.Op), t.Saw.Object)
	b, err := os.ReadFile(e.Trail)
	if err != nil {
		return s
	}
	if want := ParseTrail(b).Steps; t.Differ <= len(want) {
		w := want[t.Differ-1]
		s += fmt.Sprintf(", where goroutine %d was to %s object %d", w.Goroutine, OpName(w.Op), w.Object)
	}
	return s
}

// exitDeadlock is the exit status of a process in which the recorder saw a deadlock.
const exitDeadlock = 66
