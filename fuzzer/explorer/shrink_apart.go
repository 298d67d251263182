package explorer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// An apart makes a schedule smaller with a process for each run.
type apart struct {
	target    *record.Target
	dir, test string
	left      time.Duration // of the processes, in which they have a processor
	ending    Ending        // the smallest so far
	list      []shrink.Switch
	size      ScheduleSize // of it
	given     int          // preemptions of the schedule that was given
	n         int          // processes
	tried     bool         // the switches have made the smallest ending: before, they are those of the schedule that was given
}

// shrinkApart takes switches of an ending away as long as there is time. Then it looks for a schedule with fewer preemptions, fewest
// first, and takes switches of that one away. An ending that does not become smaller has no new size.
func shrinkApart(ctx context.Context, t *record.Target, dir, test string, e Ending, most time.Duration) (Ending, error) {
	a := &apart{target: t, dir: dir, test: test, ending: e, left: most}
	list, size, err := a.switches(ctx, e, nil, boundary.EnvSchedule+"="+e.Trail)
	if err != nil || size == nil {
		return e, err
	}
	a.list, a.size, a.given = list, *size, size.Preemptions
	if err := a.reduce(ctx); err != nil {
		return e, err
	}
	if a.size.Preemptions+len(a.ending.Early) == 0 || !a.hasTime(ctx) {
		return a.ending, nil
	}
	fewer, err := a.search(ctx)
	if err != nil || fewer == nil {
		return a.ending, err
	}
	before := *a
	if same, err := a.try(ctx, fewer); err != nil || !same {
		return before.ending, err
	}
	a.list = fewer
	if err := a.reduce(ctx); err != nil || a.ending.Shrunk == nil || a.size.Preemptions >= before.size.Preemptions {
		return before.ending, err
	}
	return a.ending, nil
}

func (a *apart) hasTime(ctx context.Context) bool {
	return a.left > 0 && ctx.Err() == nil
}

// reduce takes switches of the smallest schedule away, and measures what is left.
func (a *apart) reduce(ctx context.Context) error {
	for r := shrink.NewReduction(len(a.list)); !r.Done() && a.hasTime(ctx); {
		from, to := r.Taken()
		next := slices.Concat(a.list[:from], a.list[to:])
		same, err := a.try(ctx, next)
		switch {
		case err != nil:
			return err
		case same:
			a.list = next
			r.Shrunk(len(next))
		default:
			r.Needed()
		}
	}
	if !a.tried {
		return nil
	}
	_, size, err := a.switches(ctx, a.ending, a.list)
	if size != nil {
		size.Given = a.given
		a.size, a.ending.Shrunk = *size, size
	}
	return err
}

// search visits schedules with fewer preemptions than the smallest one, and returns the switches of the first that ends in the
// same way.
func (a *apart) search(ctx context.Context) ([]shrink.Switch, error) {
	opt := a.ending.options()
	opt.Config.Strategy, opt.Config.Depth = "icb", a.size.Preemptions+len(a.ending.Early)-1
	opt.Seed, opt.Runs, opt.Served = a.ending.Seed, maxSearched, a.left
	if a.ending.Fresh {
		opt.Isolate = boundary.IsolatedState
	}
	r, err := body(ctx, a.target, filepath.Join(a.dir, "search."+a.target.ID), a.test, State{}, opt, func(Progress) {})
	if err != nil {
		return nil, err
	}
	found := r.Like(&a.ending)
	if found == nil {
		return nil, nil
	}
	found.Seed, found.Own, found.Now = a.ending.Seed, a.ending.Own, a.ending.Now
	list, _, err := a.switches(ctx, *found, nil, boundary.EnvSchedule+"="+found.Trail)
	return list, err
}

// maxSearched is how many schedules a search visits, at most.
const maxSearched = 1 << 20

// switches makes a run once more, by switches or as the environment says, and ends it after its last choice. It returns the
// switches and the size, which is nil when the run went another way. A run with too many switches has none.
func (a *apart) switches(ctx context.Context, e Ending, given []shrink.Switch, env ...string) ([]shrink.Switch, *ScheduleSize, error) {
	p, err := a.process(&e, given)
	if err != nil {
		return nil, nil, err
	}
	p.env = append(append(p.env, env...), boundary.EnvStopRun+"="+strconv.Itoa(e.Run), boundary.EnvStopAt+"="+strconv.Itoa(e.Steps))
	if err := a.run(ctx, p); err != nil {
		return nil, nil, err
	}
	return p.switches, p.shrunk, nil
}

// try makes a run with switches, and reports whether it has ended in the same way. It is then the smallest so far.
func (a *apart) try(ctx context.Context, list []shrink.Switch) (same bool, err error) {
	p, err := a.process(&a.ending, list)
	if err != nil {
		return false, err
	}
	if err := a.run(ctx, p); err != nil {
		return false, err
	}
	for _, e := range append(p.endings, p.crashes()...) {
		if e.Run != a.ending.Run || !e.like(&a.ending) {
			continue
		}
		e.Seed, e.Fresh, e.Own, e.Now = a.ending.Seed, a.ending.Fresh, a.ending.Own, a.ending.Now
		e.Behind, e.Worn = a.ending.Behind, a.ending.Worn
		a.ending, a.tried = e, true
		return true, nil
	}
	return false, os.RemoveAll(p.dir)
}

// run waits for the end of a process, and counts its time.
func (a *apart) run(ctx context.Context, p *process) error {
	err := p.run(ctx, a.ending.options())
	a.left -= p.cpu
	return err
}

// crashes is the run that has ended the process, if one has.
func (p *process) crashes() []Ending {
	if p.crash == nil {
		return nil
	}
	return []Ending{*p.crash}
}

// process makes a run with switches.
func (a *apart) process(e *Ending, given []shrink.Switch) (*process, error) {
	a.n++
	p := e.process(a.target, a.dir, a.test, fmt.Sprintf("apart%d", a.n))
	var text []byte
	for _, s := range given {
		l := boundary.Switch(s)
		text = boundary.Append(text, &l)
	}
	file := filepath.Join(p.dir, "switches")
	if err := errors.Join(os.MkdirAll(p.dir, 0o700), os.WriteFile(file, text, 0o600)); err != nil {
		return nil, fmt.Errorf("cannot make the schedule of %s smaller: %w; free some space or set TMPDIR", a.test, err)
	}
	p.env = []string{boundary.EnvSwitches + "=" + file}
	return p, nil
}
