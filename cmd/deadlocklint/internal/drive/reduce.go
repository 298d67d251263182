package drive

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// A part is the calls of a driver that are kept: those of its goroutines, and others that come next.
type part struct{ keep, tail []int }

// without leaves out the i-th call.
func (p part) without(i int) part {
	if i < len(p.keep) {
		return part{slices.Delete(slices.Clone(p.keep), i, i+1), p.tail}
	}
	i -= len(p.keep)
	return part{p.keep, slices.Delete(slices.Clone(p.tail), i, i+1)}
}

// reduce leaves out calls while the driver still hangs at one of the places, the last ones first. The result is nil when no part
// hangs by itself: the hang needs calls that the driver makes to end it. When no time is left, the calls that were not tried stay. left is the verdict
// of the reduced driver.
func (pl *player) reduce(ctx context.Context, h *hang) (p *part, left *judge.Verdict, err error) {
	first, left, err := pl.begin(ctx, h)
	if err != nil || left == nil {
		return nil, nil, err
	}
	p = &first
	for i := len(p.keep) + len(p.tail) - 1; i >= 0 && !pl.until.Over(); i-- {
		less := p.without(i)
		v, err := pl.hangs(ctx, h, less)
		if err != nil || ctx.Err() != nil {
			return nil, nil, err
		}
		if v != nil {
			p, left = &less, v
		}
	}
	return p, left, nil
}

// begin is a part that hangs: the calls of the goroutines, with none of the others, with a call that hangs, or with all as often as the
// driver makes them.
func (pl *player) begin(ctx context.Context, h *hang) (p part, v *judge.Verdict, err error) {
	if h.verdict.Rule == judge.Lock {
		pl.leaveDeadly(h)
	}
	keep := []int{}
	for i := range h.driver.Own() {
		if h.verdict.Rule != judge.Lock || pl.deaths[h.driver.Function(i)] == 0 {
			keep = append(keep, i)
		}
	}
	others := slices.DeleteFunc(h.driver.Others(), func(n int) bool { return slices.Contains(h.trial.Drop, n) })
	tails := [][]int{nil}
	for _, n := range slices.Compact(slices.Clone(h.verdict.Steps)) {
		if slices.Contains(others, n) {
			tails = append(tails, slices.Repeat([]int{n}, times(h.verdict.Rule)))
		}
	}
	for _, tail := range append(tails, slices.Concat(others, others)) {
		p := part{keep, tail}
		if pl.until.Over() {
			break
		}
		if v, err := pl.hangs(ctx, h, p); err != nil || v != nil {
			return p, v, err
		}
	}
	return part{}, nil, nil
}

// leaveDeadly leaves out the calls of functions that have ended a process in any driver. Such a call may give a lock back that nobody has. It
// does not end the process while others wait, and leaves the lock so that nobody gets it.
func (pl *player) leaveDeadly(h *hang) {
	for name := range pl.deaths {
		for _, n := range h.driver.EndingWith(name) {
			if !slices.Contains(h.trial.Drop, n) {
				h.trial.Drop = append(slices.Clone(h.trial.Drop), n)
			}
		}
	}
	h.trial.Misses = h.driver.Misses(h.trial.Drop)
}

// times is how often a call is made that hangs by a rule.
func times(rule judge.Rule) int {
	if rule == judge.Grow {
		return judge.Growth
	}
	return 1
}

// hangs is the verdict of a part of a driver that hangs by the same rule, if the whole driver hangs at some of its places; nil for none.
func (pl *player) hangs(ctx context.Context, h *hang, p part) (*judge.Verdict, error) {
	t := h.trial
	t.Only, t.Tail, t.Most = p.keep, p.tail, 0
	t.Bare = h.verdict.Rule == judge.Fatal
	o, err := pl.play(ctx, judge.Request{Trials: []judge.Trial{t}}, more)
	if t.Bare {
		if at := pl.fatal(o.crash); at != "" && slices.Contains(h.verdict.Places, at) {
			return &judge.Verdict{Rule: h.verdict.Rule, Places: []string{at}}, err
		}
		return nil, err
	}
	for _, v := range o.verdicts {
		if v.Rule == h.verdict.Rule && slices.ContainsFunc(v.Places, func(at string) bool { return slices.Contains(h.verdict.Places, at) }) {
			return &v, err
		}
	}
	return nil, err
}
