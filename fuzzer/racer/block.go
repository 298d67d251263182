package racer

import (
	"context"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// MaxBlocks is how many blocks of a test are broken, at most, and MaxMixed how many that have
// two objects.
const (
	MaxBlocks = 64
	MaxMixed  = 32
)

// A ForcedBlock is a block with the result of a foreign step in between. The method is that of
// AtomFuzzer (Park, Sen: Randomized active atomicity violation detection in concurrent
// programs, FSE 2008). Deviation: a comparison follows. A result that also occurs with the
// foreign step before the block, or after it, is not due to the break.
type ForcedBlock struct {
	*predict.Block
	Between ForcedOrder
	Serial  [2]ForcedOrder // the foreign step before the block, and after it; made only to compare with
	Tried   bool
}

// IsHarmful reports whether the break has an effect that neither serial order has.
func (b *ForcedBlock) IsHarmful() bool { return len(b.Between.Effects) > 0 }

// IsUnclear reports whether the break may have an effect, or another choice may have it.
func (b *ForcedBlock) IsUnclear() bool { return !b.IsHarmful() && len(b.Between.Unclear) > 0 }

// breakBlocks lets foreign steps come into the blocks of the test.
func (s *search) breakBlocks(ctx context.Context, blocks []*predict.Block) error {
	for _, block := range blocks {
		if slices.ContainsFunc(s.Blocks, func(b *ForcedBlock) bool { return b.Block.Same(block) }) {
			continue
		}
		b, number := &ForcedBlock{Block: block}, len(s.Blocks)
		s.Blocks = append(s.Blocks, b)
		if !s.mayBreak(block) || s.isOver(ctx) {
			continue
		}
		if err := s.breakBlock(ctx, number, b, beginsIn(blocks, &block.Foreign), beginsOf(blocks, &block.Foreign)); err != nil {
			return err
		}
	}
	return nil
}

// mayBreak counts a block, and reports whether there were not too many.
func (s *search) mayBreak(b *predict.Block) bool {
	mixed, most := b.Kind == racegraph.BlockMixed, MaxBlocks
	if mixed {
		most = MaxMixed
	}
	s.broken[mixed]++
	return s.broken[mixed] <= most
}

// beginsOf returns the begins of those blocks that end at the place of a step.
func beginsOf(blocks []*predict.Block, at *predict.BlockStep) (begins []*predict.BlockStep) {
	for _, b := range blocks {
		if b.Kind != racegraph.BlockMixed && b.End.Frame == at.Frame {
			begins = append(begins, &b.Begin)
		}
	}
	return begins
}

// beginsIn reports whether one of some blocks of atomic operations begins with a step.
func beginsIn(blocks []*predict.Block, at *predict.BlockStep) bool {
	return slices.ContainsFunc(blocks, func(b *predict.Block) bool {
		return b.Kind == racegraph.BlockAtomic && b.Begin.Frame == at.Frame && b.Begin.Op == at.Op
	})
}

// breakBlock makes the break and, when that has an effect, the serial orders. When a run of a
// block of a global variable has no effect, each run gets a process of its own: a process may
// set such a variable once, and does not come to the block again. So it is with an effect
// whose steps a first run does not take. When no foreign step comes in between, short timers
// may fire while a goroutine is held back, in the serial orders too.
func (s *search) breakBlock(ctx context.Context, number int, b *ForcedBlock, begins bool, whole []*predict.BlockStep) error {
	b.Tried = true
	foreign := placesOf(b.Foreign.Point, b.Foreign.Sites)
	begin, end := placesOf(b.Begin.Point, b.Begin.Paths), placesOf(b.End.Point, b.End.Paths)
	inside := forced(foreign, end, begin)
	if b.Kind == racegraph.BlockMixed {
		inside = forcedAnywhere(foreign, end, begin)
	}
	as := forcing{Force: steer.Force{Order: steer.First, Again: true, Later: true}}
	b.Between.open, b.Serial[0].crashes = true, true
	defer func() { s.apart, s.early = false, false }()
	if err := s.order(ctx, fmt.Sprintf("block.%d", number), inside, as, s.opt.Runs, &b.Between); err != nil {
		return err
	}
	if (b.Class != "" || b.Between.goesAnotherWay()) && !b.IsHarmful() && !s.late() {
		s.apart = true
		if err := s.order(ctx, fmt.Sprintf("block.%d.apart", number), inside, as, s.opt.Runs, &b.Between); err != nil {
			return err
		}
	}
	if !b.Between.Met && !b.IsHarmful() && !s.late() {
		s.apart, s.early = false, true // the foreign step may be after a sleep
		if err := s.order(ctx, fmt.Sprintf("block.%d.early", number), inside, as, s.opt.Runs, &b.Between); err != nil {
			return err
		}
	}
	if !b.IsHarmful() {
		return nil
	}
	serial := func() error { return s.serial(ctx, number, b, begins, whole, inside) }
	if b.Kind == racegraph.BlockMixed {
		serial = func() error { return s.serialMixed(ctx, number, b) }
	}
	if err := serial(); err != nil {
		return err
	}
	return s.attributeBreak(ctx, number, b, whole)
}

// serial makes the serial orders. A foreign step that ends a block stands after the begin of
// that: any step that comes before the step then breaks that block, also what a third goroutine
// does. So the whole foreign block comes after this one, from the begins in whole. When it
// does, the step alone before this block tells only what ends the process on the way. In
// the same way nothing comes right after a step that begins a block.
func (s *search) serial(ctx context.Context, number int, b *ForcedBlock, begins bool, whole []*predict.BlockStep, inside string) error {
	as := forcing{Force: steer.Force{Order: steer.First, Again: true}}
	begin, end := placesOf(b.Begin.Point, b.Begin.Paths), placesOf(b.End.Point, b.End.Paths)
	if len(whole) > 0 {
		blocks := forcing{Force: steer.Force{Order: steer.Behind, Again: true}}
		sites := forced(sitesOf(whole), end, begin)
		if err := s.order(ctx, fmt.Sprintf("whole.%d", number), sites, blocks, steady, &b.Serial[1]); err != nil {
			return err
		}
	}
	if len(whole) > 0 || !begins {
		before := forced(placesOf(b.Foreign.Point, b.Foreign.Sites), placesOf(b.Begin.Point, b.Begin.Sites))
		if err := s.order(ctx, fmt.Sprintf("before.%d", number), before, as, steady, &b.Serial[0]); err != nil {
			return err
		}
	}
	if b.Serial[1].Met { // a third goroutine may have broken the foreign block on the way to the other order
		b.Serial[0].Effects = slices.DeleteFunc(b.Serial[0].Effects, func(e explorer.Ending) bool { return e.Crash == "" })
	}
	as.Order = steer.Second
	return s.after(ctx, number, b, inside, as, len(whole) > 0)
}

// serialMixed makes the orders of a block of two objects: a goroutine is held back at the begin
// of the block until another one has come by the foreign step, and then the other way round.
func (s *search) serialMixed(ctx context.Context, number int, b *ForcedBlock) error {
	as := forcing{Force: steer.Force{Order: steer.Behind, Again: true, Apart: true}}
	before := forced(placesOf(b.Begin.Point, b.Begin.Sites), placesOf(b.Foreign.Point, b.Foreign.Sites))
	if err := s.order(ctx, fmt.Sprintf("before.%d", number), before, as, steady, &b.Serial[0]); err != nil {
		return err
	}
	first := &b.Foreign
	if b.Beside != nil {
		first = b.Beside
	}
	sites := forcedAnywhere(placesOf(first.Point, first.Sites), placesOf(b.End.Point, b.End.Paths), placesOf(b.Begin.Point, b.Begin.Paths))
	b.Serial[1].crashes = true
	return s.order(ctx, fmt.Sprintf("whole.%d", number), sites, as, steady, &b.Serial[1])
}

// after makes the order with the foreign step after the block. A crash inside is compared
// with runs that hold the goroutine back after its block: an effect that happens there, too, comes of
// the long wait of that goroutine.
func (s *search) after(ctx context.Context, number int, b *ForcedBlock, inside string, as forcing, ends bool) error {
	if !ends {
		if err := s.order(ctx, fmt.Sprintf("behind.%d", number), inside, as, steady, &b.Serial[1]); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(b.Between.Effects, func(e explorer.Ending) bool { return e.ForcedStep == 0 }) {
		return nil
	}
	as.Order, b.Serial[1].crashes = steer.Behind, true
	return s.order(ctx, fmt.Sprintf("closed.%d", number), inside, as, steady, &b.Serial[1])
}

// steady is how many first runs of an order make the choices of the base schedule beside the
// order: see steer.Force.Again.
const steady = 2

// steadyBreaks is steady for the runs that break a block: see steer.Force.Later.
const steadyBreaks = 4

// isHeldOpen reports whether another goroutine has ended the process before the foreign step,
// while a goroutine was held back at the end of its block. Such a run makes the choices of the
// base schedule but for that: a step that comes into the open block has ended it, as a second close
// does before the foreign step.
func isHeldOpen(e *explorer.Ending) bool { return e.HeldBack && isSteadyCrash(e) }

// isSteadyCrash reports whether a run has ended the process that makes the choices of the base
// schedule beside its order.
func isSteadyCrash(e *explorer.Ending) bool {
	return e.Crash != "" && e.Run >= 0 && e.Run < steadyBreaks
}

// IsCompared reports whether a run has come to a serial order, so that what comes of the break
// is known to be missing there.
func (b *ForcedBlock) IsCompared() bool { return b.Serial[0].Met || b.Serial[1].Met }

// attributeBreak keeps the effects that are of the break: no serial order has them, made with
// the choices of the base schedule, and one was reached. A run that makes random choices may break another block,
// or fail for reasons of its own: its effect counts when no control run ends so.
func (s *search) attributeBreak(ctx context.Context, number int, b *ForcedBlock, whole []*predict.BlockStep) error {
	var own, controls []explorer.Ending
	var err error
	controlled := false
	for _, e := range b.Between.Effects {
		known := !b.IsCompared() || slices.ContainsFunc(b.Serial[:], func(o ForcedOrder) bool { return has(o.Effects, &e) })
		if !known && e.Run >= steadyBreaks {
			if !controlled {
				if controls, err = s.controlBlock(ctx, number, b, whole); err != nil {
					return err
				}
			}
			controlled, known = true, has(controls, &e)
		}
		if known {
			b.Between.Unclear = append(b.Between.Unclear, e)
		} else {
			own = append(own, e)
		}
	}
	b.Between.Effects = own
	return nil
}
