package racer

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// IsTold reports whether all that a block does is told by other findings of the test. Operations
// around a bug make many blocks, and random choices break a second one:
//
//   - a confirmed finding tells the effects of an unclear block,
//   - a finding without random choices tells the effects that a block has in runs with such choices alone,
//   - every other finding tells the effects of a block of two objects. Of such blocks the first
//     one tells those of the others, since its steps are nearest to each other.
//
// An order tells nothing of a block: a goroutine that is held back for an order may be in the
// middle of a block.
func (f *TestResult) IsTold(b *ForcedBlock) bool {
	own, mixed := b.Between.Effects, b.Kind == racegraph.BlockMixed
	if !b.IsHarmful() {
		own = b.Between.Unclear
	}
	told := f.steadyEffects(b)
	switch {
	case len(own) == 0:
		return false
	case b.IsUnclear():
		for _, r := range f.Races {
			told = append(append(told, r.Orders[0].Effects...), r.Orders[1].Effects...)
		}
		told = append(told, f.effects(b, func(*ForcedBlock) bool { return true })...)
	case mixed:
		told = append(told, f.effects(b, f.isBefore(b))...)
	case slices.ContainsFunc(own, isSteady):
		return false
	}
	if mixed && b.IsUnclear() {
		told = append(told, f.unclear(b)...)
	}
	return !slices.ContainsFunc(own, func(e explorer.Ending) bool { return !has(told, &e) })
}

// IsOrderTold reports whether all that an order does is told by a race, a block, or an order
// before it.
func (f *TestResult) IsOrderTold(r *ForcedRace) bool {
	told := f.effects(nil, func(*ForcedBlock) bool { return true })
	for _, o := range f.Races {
		if o == r {
			break
		}
		told = append(append(told, o.Orders[0].Effects...), o.Orders[1].Effects...)
	}
	own := slices.Concat(r.Orders[0].Effects, r.Orders[1].Effects)
	return !slices.ContainsFunc(own, func(e explorer.Ending) bool { return !has(told, &e) })
}

// isSteady reports whether a run that breaks a block has made the choices of the base schedule
// beside its order.
func isSteady(e explorer.Ending) bool { return e.Run < steadyBreaks }

// isBefore reports of each block whether it comes before another one of two objects.
func (f *TestResult) isBefore(b *ForcedBlock) func(o *ForcedBlock) bool {
	at := slices.Index(f.Blocks, b)
	return func(o *ForcedBlock) bool { return o.Kind != racegraph.BlockMixed || slices.Index(f.Blocks, o) < at }
}

// effects are those of races, and of the other blocks that count.
func (f *TestResult) effects(b *ForcedBlock, counts func(o *ForcedBlock) bool) (list []explorer.Ending) {
	for _, r := range f.Races {
		if !r.IsOrder() {
			list = append(append(list, r.Orders[0].Effects...), r.Orders[1].Effects...)
		}
	}
	for _, o := range f.Blocks {
		if o != b && counts(o) {
			list = append(list, o.Between.Effects...)
		}
	}
	return list
}

// steadyEffects are the effects of other findings in runs that do not rest on random choices. A
// block of two objects tells none: code around a bug is one, too.
func (f *TestResult) steadyEffects(b *ForcedBlock) (list []explorer.Ending) {
	for _, r := range f.Races {
		if r.IsOrder() {
			continue
		}
		for _, o := range r.Orders {
			list = append(list, slices.DeleteFunc(slices.Clone(o.Effects), func(e explorer.Ending) bool { return e.Run > 0 })...)
		}
	}
	for _, o := range f.Blocks {
		if o != b && o.Kind != racegraph.BlockMixed {
			list = append(list, slices.DeleteFunc(slices.Clone(o.Between.Effects), func(e explorer.Ending) bool { return !isSteady(e) })...)
		}
	}
	return list
}

// unclear are the unclear effects of blocks that come before one of two objects.
func (f *TestResult) unclear(b *ForcedBlock) (list []explorer.Ending) {
	before := f.isBefore(b)
	for _, o := range f.Blocks {
		if o != b && before(o) {
			list = append(list, o.Between.Unclear...)
		}
	}
	return list
}
