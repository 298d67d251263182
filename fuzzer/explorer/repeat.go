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

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// repeatTime is how long a repetition may take: it makes one run.
const repeatTime = 2 * time.Minute

// A Repetition has the outcome of a run that made the choices of an ending again.
type Repetition struct {
	Target  string // of the recording
	Again   bool   // the run ended in the same way
	Differs string // where the run went another way, "" when it did not
	Unmade  bool   // the run was not made: runs of the base schedule before it were not alike
	Failed  bool   // the test failed
	Ended   bool   // the run was not what ended the process
	Exit    int    // exit status of the process
	Output  string // the output of the process, or its end
	Lasts   bool   `json:",omitempty"` // its goroutines spin for ever
	Stacks  string // Go's dump of the goroutines, when the run has reached a limit of steps
}

// Repeat makes the choices of an ending again, in a process of its own that is recorded
// into the session dir. The output of the test goes to out.
func Repeat(ctx context.Context, t *record.Target, dir, test string, e *Ending, out io.Writer) (*Repetition, error) {
	p := &process{target: t, name: test}
	r, err := t.Another(dir, p.arguments())
	if err != nil {
		return nil, err
	}
	p.dir = filepath.Join(dir, "again."+r.ID) // of this repetition alone: its end is read from it
	r.Explored = &record.Explored{Test: test, Run: e.Run, Seed: e.Seed, Fresh: e.Fresh, Own: e.Own, Now: e.Now, Early: e.Early, Behind: e.Behind, Beside: e.End == boundary.Cycle || e.End == boundary.Over || e.End == boundary.Stalled, Cut: e.End == boundary.Over}
	if e.Shrunk != nil {
		r.Explored.Smaller, r.Explored.Preemptions, r.Explored.Switches, r.Explored.Given = true, e.Shrunk.Preemptions, e.Shrunk.Switches, e.Shrunk.Given
	}
	env, err := p.again(e)
	if err != nil {
		return nil, err
	}
	if e.Run != boundary.Base {
		r.Explored.Trail = "trail." + r.ID
		b, err := os.ReadFile(e.Trail)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, r.Explored.Trail), b, 0o600)
		}
		if err != nil {
			return nil, fmt.Errorf("cannot keep the choices of run %d: %w; free some space in %s", e.Run, err, dir)
		}
	}
	r.Env, r.Explored.Env = slices.Concat(t.Env, env), len(t.Env)
	ctx, cancel := context.WithTimeout(ctx, repeatTime)
	defer cancel()
	places, err := p.makePlaces()
	if err != nil {
		return nil, fmt.Errorf("cannot repeat run %d: %w; free some space in %s", e.Run, err, dir)
	}
	r.Env = append(r.Env, places)
	both := io.MultiWriter(&p.out, out)
	code, err := r.Record(ctx, dir, nil, both, both)
	if err != nil {
		return nil, err
	}
	p.keepMade(dir, r.ID)
	seen := &Repetition{Target: r.ID, Exit: code, Output: p.output()}
	seen.compare(p, e)
	return seen, nil
}

// Original is the target of an exploration that a repetition is of; each other target is its own one.
func Original(t *record.Target) *record.Target {
	if t.Explored == nil {
		return t
	}
	own := *t
	own.Env, own.Explored = t.Env[:min(t.Explored.Env, len(t.Env))], nil
	return &own
}

// RepeatAlone repeats an ending as the first run of a process. State that other runs left
// there, such as a variable of the package, may have caused it. If the ending happens again, it
// is Fresh.
func RepeatAlone(ctx context.Context, t *record.Target, dir, test string, e *Ending, out io.Writer) error {
	alone := *e
	alone.Fresh = e.Fresh || e.Run != boundary.Base
	seen, err := Repeat(ctx, t, dir, test, &alone, out)
	if err != nil {
		return err
	}
	if e.Seen = seen; seen.Again {
		e.Fresh = alone.Fresh
	}
	return nil
}

// RepeatPlain makes the base schedule in the place of an ending: as the last run of a process, with the same random
// numbers. If it ends so as well, the runs before it are the cause, and no schedule is.
func RepeatPlain(ctx context.Context, t *record.Target, dir, test string, e *Ending) (*Repetition, error) {
	plain := *e
	plain.Trail, plain.Shrunk = filepath.Join(dir, "plain"), nil
	if err := os.WriteFile(plain.Trail, Steps(nil).Trail(), 0o600); err != nil {
		return nil, fmt.Errorf("cannot compare run %d with the base schedule: %w; free some space in %s", e.Run, err, dir)
	}
	return Repeat(ctx, t, dir, test, &plain, io.Discard)
}

// again is the environment of a process that makes the choices of an ending.
func (p *process) again(e *Ending) ([]string, error) {
	trail := filepath.Join(p.dir, "trail")
	if err := makeTrail(trail); err != nil {
		return nil, err
	}
	env := []string{
		boundary.EnvExplore + "=" + e.options().Config.String(), boundary.EnvRest + "=1", boundary.EnvFirst + "=" + strconv.Itoa(max(e.Run, 0)),
		boundary.EnvNow + "=" + strconv.FormatInt(e.Now, 10), boundary.EnvRunsFile + "=" + filepath.Join(p.dir, "runs"), boundary.EnvTrail + "=" + trail, boundary.EnvTrailSize + "=" + strconv.Itoa(trailSize),
	}
	env = append(env, callEnv(p.name)...)
	if e.Run == boundary.Base {
		return append(env, boundary.EnvRuns+"=0"), nil
	}
	if e.Fresh {
		env = append(env, boundary.EnvFresh+"=1")
	}
	return append(env, boundary.EnvRuns+"=1", boundary.EnvSchedule+"="+e.Trail), nil
}

// compare says whether a repetition has ended as the run did, by the same choices.
func (r *Repetition) compare(p *process, e *Ending) {
	b, err := readTrail(filepath.Join(p.dir, "trail"))
	if err != nil {
		return
	}
	_ = p.read(filepath.Join(p.dir, "runs")) // a run that is missing did not end as before
	if b, err := regular.Read(filepath.Join(p.dir, "runs.stacks"), regular.Limit); err == nil {
		r.Stacks = string(b)
	}
	isMade := slices.ContainsFunc(p.endings, func(o Ending) bool { return o.Run != boundary.Base })
	r.Unmade = p.told && !p.repeats && !e.Fresh && e.Run != boundary.Base && !isMade
	r.Ended, r.Lasts = p.ended, slices.ContainsFunc(p.endings, func(o Ending) bool { return o.Lasts() })
	r.Failed = slices.ContainsFunc(p.endings, func(o Ending) bool { return o.Failed && (o.Run == boundary.Base) == (e.Run == boundary.Base) })
	if t := ParseTrail(b); t.DivergedAt != 0 {
		r.Differs = differs(t, e)
		return
	}
	switch {
	case e.Crash != "":
		r.Again = !p.ended && r.Exit == e.Exit
	case e.End == boundary.Deadlock:
		r.Again = r.Exit == boundary.ExitDeadlock || r.Exit == exitDead
	default:
		r.Again = slices.ContainsFunc(p.endings, func(o Ending) bool {
			return o.End == e.End && (o.Run == boundary.Base) == (e.Run == boundary.Base) && o.Class == e.Class && o.Failed == e.Failed
		})
	}
}

// differs words the first step at which a repetition went another way.
func differs(t *Trail, e *Ending) string {
	s := fmt.Sprintf("at step %d %s", t.DivergedAt, t.Diverged.words("was about to"))
	b, err := os.ReadFile(e.Trail)
	if err != nil {
		return s
	}
	if want := ParseTrail(b).Steps; t.DivergedAt <= len(want) {
		s += ", where " + want[t.DivergedAt-1].words("was to")
	}
	return s
}

// words say what a step does.
func (st Step) words(was string) string {
	if st.Op == opFires {
		return fmt.Sprintf("the clock %s fire a timer of %s early", was, time.Duration(st.Object)*time.Microsecond)
	}
	return fmt.Sprintf("goroutine %d %s %s object %d", st.Goroutine, was, OpName(st.Op), st.Object)
}

// exitDead is the exit status of a process that Go's own check has ended.
const exitDead = 2
