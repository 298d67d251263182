package drive

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
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
// hangs by itself: the hang needs calls that the driver makes to end it.
func (pl *player) reduce(ctx context.Context, h *hang) (*drive.Driver, error) {
	p, ok, err := pl.begin(ctx, h)
	if err != nil || !ok {
		return nil, err
	}
	for i := len(p.keep) + len(p.tail) - 1; i >= 0; i-- {
		less := p.without(i)
		ok, err := pl.hangs(ctx, h, less)
		if err != nil || ctx.Err() != nil {
			return nil, err
		}
		if ok {
			p = less
		}
	}
	return h.driver.Reduced(p.keep, p.tail), nil
}

// begin is a part that hangs: the calls of the goroutines, with none of the others, with a call that hangs, or with all as often as the
// driver makes them.
func (pl *player) begin(ctx context.Context, h *hang) (p part, ok bool, err error) {
	keep := []int{}
	for i := range h.driver.Own() {
		keep = append(keep, i)
	}
	others := h.driver.Others()
	tails := [][]int{nil}
	for _, n := range slices.Compact(slices.Clone(h.verdict.Steps)) {
		if slices.Contains(others, n) {
			tails = append(tails, []int{n})
		}
	}
	for _, tail := range append(tails, slices.Concat(others, others)) {
		p := part{keep, tail}
		if ok, err := pl.hangs(ctx, h, p); err != nil || ok {
			return p, ok, err
		}
	}
	return part{}, false, nil
}

// hangs reports whether a part of a driver hangs by the same rule, at one of the places.
func (pl *player) hangs(ctx context.Context, h *hang, p part) (bool, error) {
	list, _, err := pl.play(ctx, judge.Request{Trials: []judge.Trial{{Driver: h.driver.Name, Only: p.keep, Tail: p.tail, Drop: h.drop}}}, more)
	return slices.ContainsFunc(list, func(v judge.Verdict) bool {
		return v.Rule == h.verdict.Rule && slices.ContainsFunc(v.Places, func(at string) bool { return slices.Contains(h.verdict.Places, at) })
	}), err
}
