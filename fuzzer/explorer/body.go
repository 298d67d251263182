package explorer

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A Progress is how far the exploration of a test is.
type Progress struct {
	Test        string
	Runs        int
	Ends        int     // ways in which runs ended
	Mean, Error float64 // the estimated number of schedules, 0 for not known
	Took        time.Duration
}

// An exploration is that of one test.
type exploration struct {
	*Result
	opt     Options
	target  *record.Target
	dir     string
	start   time.Time
	served  time.Duration // of the processes
	longest time.Duration // processor time of the process that took most
	tell    func(Progress)
	fresh   bool // each run gets a process
	crashes int
	done    bool
	last    *Ending // the run that ended the process before
	n       int     // processes
}

// body explores the body of a test or of a call.
func body(ctx context.Context, t *record.Target, dir, name string, from State, opt Options, tell func(Progress)) (*Result, error) {
	x := &exploration{Result: &Result{Package: t.Package, Test: name, Repeats: true, Share: opt.Served}, opt: opt, target: t, dir: dir, start: time.Now(), tell: tell}
	x.State = from
	if from.Config.IsNone() {
		x.State = State{Next: opt.Shard, Config: opt.withSets(t.Package, name)}
	}
	defer func() { x.Took = time.Since(x.start) }()
	for x.goesOn() {
		if ctx.Err() != nil {
			x.Stop = StopInterrupt
			break
		}
		if err := x.process(ctx); err != nil {
			return x.Result, err
		}
	}
	x.Late = x.Stop == "" && !x.done && x.State.Next < x.opt.Runs
	return x.Result, nil
}

// goesOn reports whether another process is to make runs.
func (x *exploration) goesOn() bool {
	return x.Stop == "" && !x.done && x.State.Next < x.opt.Runs && !(x.n > 0 && x.late())
}

func (x *exploration) late() bool {
	return x.opt.Over != nil && x.opt.Over() || x.opt.Time > 0 && time.Since(x.start) >= x.opt.Time || x.opt.Served > 0 && x.served >= x.opt.Served
}

// process starts one process and takes in its files.
func (x *exploration) process(ctx context.Context) error {
	opt := x.opt
	opt.Runs = x.opt.Runs - x.State.Next
	if x.fresh {
		opt.Runs = 1
	}
	if opt.Time > 0 {
		opt.Time = max(opt.Time-time.Since(x.start), 1)
	}
	if opt.Served > 0 {
		opt.Served = max(opt.Served-x.served, 1)
	}
	if opt.Over != nil && opt.Over() {
		opt.Served = 1 // the base schedule alone
	}
	p := &process{
		target: x.target, name: x.Test, first: x.State.Next, carries: x.State.Config.String(), cut: x.last, seed: x.opt.Seed, fresh: x.fresh, began: time.Since(x.start), now: x.now(),
		dir: filepath.Join(x.dir, fmt.Sprintf("%s.%d", FileName(x.Test), x.n)), tell: x.progress,
	}
	if x.n > 0 && opt.Served > 0 { // the first run is never cut
		p.most = opt.Served + x.longest + runTime
	}
	x.n++
	begun := time.Now()
	if err := p.run(ctx, opt); err != nil {
		return err
	}
	if took := time.Since(begun); p.ended {
		x.served += min(p.served, took)
	} else {
		x.served += took // a process that did not come to its end has not told all
	}
	x.longest = max(x.longest, p.cpu)
	if x.fresh {
		x.Alone.put(x.Apart, p.cpu)
	}
	x.add(p)
	x.Classes.Then(Classes{List: p.classes}, x.Tally.Runs)
	x.Spots.Add(p.spots)
	if s := p.state; s != nil && (p.told && p.repeats || x.fresh) {
		x.Tally.Add(s.Tally)
		x.State = *s
	}
	x.next(p)
	return nil
}

// now is the time of day at which each run of an exploration begins, in seconds since 1970:
// the midnight before, so that explorations of one day are alike; 0 with Options.Today.
func (x *exploration) now() int64 {
	if x.opt.Today {
		return 0
	}
	return x.start.UTC().Truncate(24 * time.Hour).Unix()
}

// next says how the exploration goes on after a process.
func (x *exploration) next(p *process) {
	x.last, x.done = p.crash, p.done
	x.Settles = x.Settles || p.settles
	switch {
	case p.interrupted:
		x.Stop = StopInterrupt
	case p.stalled:
		x.Stop = StopStall
	case p.overdue && (p.idle || x.n == 1 && p.runs == 0 && len(p.endings) == 0):
		x.Stop = StopTime
	case p.overdue:
	case p.missed:
		x.Stop = StopMissed
	case len(p.calls) > 0:
		x.calls, x.done = p.calls, true
	case p.crash != nil && p.crash.Run == boundary.Base && !x.fresh:
		x.last = nil
		x.differ()
		x.isolate(boundary.IsolatedBase)
	case x.opt.First && (p.repeats || x.fresh) && x.mayBeFound():
		x.Stop = StopFirst
	case p.crash != nil || p.lasts():
		if x.crashes++; x.crashes == MaxCrashes && !x.calm() {
			x.Stop = StopCrashes
		}
	case !p.repeats && !x.fresh:
		if !p.told || p.apart.Differs() {
			x.differ()
		}
		x.isolate(p.why())
	case !p.done && (p.state == nil || p.state.Next == p.first) && !x.late():
		x.Stop = StopSilent
	}
}

// why says why each run needs a process after this one. A process that has not told it has ended in a run of the base schedule.
func (p *process) why() boundary.IsolationReason {
	if !p.told {
		return boundary.IsolatedBase
	}
	return p.apart
}

// isolate gives each further run a process. They are all first runs, so that none goes another way for that.
func (x *exploration) isolate(why boundary.IsolationReason) {
	x.fresh, x.Apart, x.Settles = true, why, false
	if most := x.opt.IsolateMost; most > 0 && most < x.opt.Runs {
		x.opt.Runs, x.Capped = most, true
	}
}

// differ forgets the ends of the runs so far, which may be due to the state that the first of them has left.
func (x *exploration) differ() {
	first := slices.IndexFunc(x.Endings, func(e Ending) bool { return e.Run == boundary.Base && x.Fails })
	var kept []Ending
	if first >= 0 { // a first run has left nothing behind itself
		kept = append(kept, x.Endings[first])
	}
	x.Repeats, x.Endings, x.Classes, x.Left = false, kept, Classes{}, 0
}

// progress tells how far a process is, which has made runs since the last State.
func (x *exploration) progress(p *process) {
	t := x.Tally
	e := t.Estimate()
	g := Progress{Test: x.Test, Runs: t.Runs + p.runs, Ends: len(x.Endings), Mean: e.Mean(), Error: e.Error(), Took: time.Since(x.start)}
	if p.mean > 0 {
		g.Mean, g.Error = p.mean, p.error
	}
	for i := range p.endings {
		if !x.known(&p.endings[i]) {
			g.Ends++
		}
	}
	x.tell(g)
}

// IsSpoiled reports whether an ending of a run that others had preceded did not happen
// again as the first run of a process. An ending without need of its schedule counts as well. A remnant of the earlier runs may have caused it,
// such as a variable of the package, or a goroutine that a sync.Once started.
func (r *Result) IsSpoiled() bool {
	return slices.ContainsFunc(r.Endings, func(e Ending) bool {
		return e.Worn || e.Follows() && e.Seen != nil && !e.Seen.Again
	})
}

// Base is the ending under the base schedule, nil when no run under it has ended.
func (r *Result) Base() *Ending {
	i := slices.IndexFunc(r.Endings, func(e Ending) bool { return e.Run == boundary.Base })
	if i < 0 {
		return nil
	}
	return &r.Endings[i]
}

// Keep adds an ending, if there is none like it.
func (r *Result) Keep(e Ending) {
	if !r.known(&e) {
		r.Endings = append(r.Endings, e)
	}
}

// Add adds what another command has explored of the same test: another shard, or the rest
// after an interrupt. New classes of its runs come after those of r.
func (r *Result) Add(o *Result) {
	r.Classes.Then(o.Classes, r.Tally.Runs)
	r.Tally.Add(o.Tally)
	r.Spots.Add(o.Spots)
	r.Alone.Add(o.Alone)
	r.Took += o.Took
	r.Calmed, r.Settles = r.Calmed || o.Calmed, r.Settles || o.Settles
	r.Repeats, r.Fails, r.Left = r.Repeats && o.Repeats, r.Fails || o.Fails, r.Left+o.Left
	r.State.All = r.State.All && o.State.All
	if r.State.Complete = r.State.Complete && o.State.Complete; o.State.Cut {
		r.State.Cut = true
	}
	r.State.Below = min(r.State.Below, o.State.Below)
	if r.Otherwise == nil {
		r.Otherwise = o.Otherwise
	}
	if r.Stop == "" {
		r.Stop, r.Dump = o.Stop, o.Dump
	}
	for _, e := range o.Endings {
		r.Keep(e)
	}
}

// add takes in how the runs of a process ended.
func (r *Result) add(p *process) {
	if p.stalled || p.overdue {
		r.Dump = p.output()
	}
	endings := p.endings
	if p.crash != nil {
		endings = append(endings, *p.crash)
	}
	based := false // a run under the base schedule came before, and may have left its state
	for _, e := range endings {
		e.Seed, e.Fresh, e.Own, e.Now = p.seed, p.fresh, explore.Draws(&r.State.Config), p.now
		if e.Run == boundary.Base {
			r.Fails = r.Fails || !based && (e.Failed || e.Crash != "")
			based = true
		}
		switch {
		case r.known(&e):
		case len(r.Endings) < MaxEndings:
			r.Endings = append(r.Endings, e)
		default:
			r.Left++
		}
	}
}

func (r *Result) known(e *Ending) bool {
	return slices.ContainsFunc(r.Endings, func(o Ending) bool { return o.like(e) })
}
