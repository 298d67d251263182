package drive

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// A group is drivers that are played by one process, and by further ones where a call panics or ends the process. A driver that makes
// such a call only at its end is played again without it.
type group struct {
	*player
	drivers  []*drive.Driver
	trials   []judge.Trial
	verdicts []judge.Verdict
	open     []int   // trials whose verdict is not known
	harms    []*hang // drivers that count
}

// rounds is how many processes a group has, at most.
const rounds = 20

func (pl *player) newGroup(drivers []*drive.Driver) *group {
	g := &group{player: pl, drivers: drivers, verdicts: make([]judge.Verdict, len(drivers))}
	for i, d := range drivers {
		t := judge.Trial{Driver: d.Name, Most: schedules, Short: pl.cuts >= mostCuts}
		if len(d.Par) == 0 {
			t.Most = fewer
		}
		deadly := false
		for name, n := range pl.deaths {
			t.Drop = append(t.Drop, d.EndingWith(name)...)
			deadly = deadly || n >= mostDeaths && d.Needs(name)
		}
		t.Misses = d.Misses(t.Drop)
		g.trials = append(g.trials, t)
		if deadly {
			g.verdicts[i].Rule = judge.Died
			continue
		}
		g.open = append(g.open, i)
	}
	return g
}

// play plays the group until each verdict is known.
func (g *group) play(ctx context.Context) error {
	for n := 0; n < rounds && len(g.open) > 0 && ctx.Err() == nil && !g.until.Over(); n++ {
		o, err := g.player.play(ctx, g.request(g.open), schedules)
		if err != nil {
			return err
		}
		list, ended, played, died := o.verdicts, o.ended, g.open, -1
		if last := len(list) - 1; !ended && last >= 0 && list[last].Rule == judge.Begun {
			died = played[list[last].Trial]
		}
		for _, v := range list {
			g.note(played[v.Trial], v)
		}
		g.shorten()
		if died >= 0 && g.until.Over() { // the process was ended
			return nil
		}
		if died >= 0 {
			if g.ended++; g.ended > mostEnded {
				g.verdicts[died].Rule = judge.Died
				return nil
			}
			if err := g.trace(ctx, died); err != nil {
				return err
			}
			continue
		}
		g.open = slices.DeleteFunc(g.open, func(i int) bool { return g.verdicts[i].Rule == judge.Quiet || !ended })
	}
	return nil
}

func (g *group) request(trials []int) (r judge.Request) {
	for _, i := range trials {
		r.Trials = append(r.Trials, g.trials[i])
	}
	return r
}

// note takes a verdict in. A trial in which a call for the end has panicked stays open, without that call.
func (g *group) note(i int, v judge.Verdict) {
	if v.Rule == judge.Begun {
		return
	}
	g.verdicts[i] = v
	if v.Rule == judge.Cut && !g.trials[i].Short {
		g.cuts++
		g.trials[i].Short = true
		return
	}
	if v.Rule == judge.Quiet || v.Rule == judge.Void && g.dropsPanic(i, v.Steps[0]) {
		return
	}
	g.close(i)
}

// shorten makes all open trials short, when those of the package go on for ever.
func (g *group) shorten() {
	for _, i := range g.open {
		g.trials[i].Short = g.trials[i].Short || g.cuts >= mostCuts
	}
}

// close says that the verdict of a trial is known.
func (g *group) close(i int) {
	g.open = slices.DeleteFunc(slices.Clone(g.open), func(k int) bool { return k == i })
}

// drops leaves calls for the end out of a trial. It reports false where there is none: the driver needs the call.
func (g *group) drops(i int, calls []int) bool {
	t := &g.trials[i]
	t.Drop = append(t.Drop, calls...)
	t.Misses = g.drivers[i].Misses(t.Drop)
	return len(calls) > 0
}

// dropsPanic leaves out a call for the end that has panicked, and those that are the same. Its function may do well with other arguments.
func (g *group) dropsPanic(i, n int) bool {
	alike := g.drivers[i].Alike(n)
	g.trials[i].Panics = append(g.trials[i].Panics, alike...)
	return g.drops(i, alike)
}

// dropsDeadly leaves out a call for the end that ends the process, and all of its function.
func (g *group) dropsDeadly(i, n int) bool {
	d := g.drivers[i]
	if !slices.Contains(d.Others(), n) {
		return false
	}
	return g.drops(i, d.EndingWith(d.Function(n)))
}

// trace plays a trial again in which the process has ended, to know the call.
func (g *group) trace(ctx context.Context, i int) error {
	g.verdicts[i] = judge.Verdict{Rule: judge.Died}
	t := g.trials[i]
	t.Trace = true
	o, err := g.player.play(ctx, judge.Request{Trials: []judge.Trial{t}}, schedules)
	if err != nil {
		return err
	}
	list, last := o.verdicts, len(o.verdicts)-1
	if o.ended || last < 0 || list[last].Rule != judge.Begun || len(list[last].Steps) == 0 {
		g.close(i)
		return nil
	}
	n := list[last].Steps[0]
	if at := g.fatal(o.crash); at != "" && !g.drivers[i].IsAside(n) {
		g.harms = append(g.harms, &hang{driver: g.drivers[i], verdict: judge.Verdict{Rule: judge.Fatal, Steps: []int{n}, Places: []string{at}}, trial: g.trials[i]})
	}
	g.deaths[g.drivers[i].Function(n)]++
	if !g.dropsDeadly(i, n) {
		g.close(i)
	}
	return nil
}
