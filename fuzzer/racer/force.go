package racer

import (
	"context"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// force makes the two orders of a race. When the pair does not come together, timers
// may fire while a goroutine is held back at its access: natively it would be slow there.
func (s *search) force(ctx context.Context, number int, f *ForcedRace) error {
	f.Tried = true
	as := forcing{Force: steer.Force{Slow: f.Kind == racegraph.Awaited}}
	if err := s.orders(ctx, number, f, as); err != nil {
		return err
	}
	if err := s.ordersApart(ctx, number, f, as); err != nil {
		return err
	}
	switch {
	case groupOf(f.Kind) == inRun:
		if err := s.forceHarder(ctx, number, f, harder); err != nil {
			return err
		}
	case f.Kind == racegraph.Awaited: // a sleep instead of an order is wrong before a Wait
		if err := s.forceHarder(ctx, number, f, []forcing{{Force: steer.Force{Slow: true}, early: true}}); err != nil {
			return err
		}
	}
	if groupOf(f.Kind) != ofOrders {
		s.keepForced(f)
	}
	return s.attribute(ctx, f)
}

// ordersApart makes the runs again with a process for each, where a process comes to the race once. It may set a global
// variable once. A first run may take other steps than the later
// runs, for instance in a sync.Once of the package: then it is made by the strategy again.
func (s *search) ordersApart(ctx context.Context, number int, f *ForcedRace, as forcing) error {
	once := f.Class != "" || f.Orders[0].goesAnotherWay() || f.Orders[1].goesAnotherWay()
	if !once || f.IsHarmful() || s.late() {
		return nil
	}
	s.apart = true
	defer func() { s.apart = false }()
	return s.orders(ctx, number, f, as)
}

// harder has the settings of further runs for a pair that has shown no harm. At first a goroutine is held back at one of
// the accesses alone. Then timers may fire: at first short ones, then those of any length.
var harder = []forcing{{Force: steer.Force{Turns: true}}, {early: true}, {Force: steer.Force{Turns: true}, early: true}, {early: true, far: true}}

// forceHarder makes such runs until one shows harm. A process may come to the race once, so each run
// gets a process of its own where those in one have shown none.
func (s *search) forceHarder(ctx context.Context, number int, f *ForcedRace, list []forcing) error {
	met := f.IsConfirmed()
	for _, as := range list {
		if f.IsHarmful() || s.late() {
			break
		}
		if as.Turns && f.IsOnePlace() || as.early && met && !f.isTimed() {
			continue
		}
		if err := s.orders(ctx, number, f, as); err != nil {
			return err
		}
		if as.early {
			if err := s.ordersApart(ctx, number, f, as); err != nil {
				return err
			}
		}
	}
	f.keepDifference(met)
	return nil
}

// keepDifference takes effects as unclear that came after an early timer in both orders, or in
// one when the other was not made: the test may have failed since time went on. After a timer that was
// set for long it has always: a test says so how long it waits. Where the pair has come together
// without any such timer, only a crash counts after one.
func (f *ForcedRace) keepDifference(met bool) {
	var kept [2][]explorer.Ending
	for side := range f.Orders {
		o, other := &f.Orders[side], &f.Orders[1-side]
		for _, e := range o.Effects {
			if len(e.Early) == 0 || !isFar(&e) && other.Met && (!met || e.Crash != "") && (!has(other.Effects, &e) || f.isAddElsewhere(other)) {
				kept[side] = append(kept[side], e)
			} else {
				o.Unclear = append(o.Unclear, e)
			}
		}
	}
	for side := range f.Orders {
		f.Orders[side].Effects = kept[side]
	}
}

// isAddElsewhere reports whether an effect in an order of Add and Wait may be that of another Add, which comes after the Wait there:
// a run of the order went well after an early timer, so time is not the cause.
func (f *ForcedRace) isAddElsewhere(o *ForcedOrder) bool {
	return f.Kind == racegraph.Awaited && o.first != nil && len(o.first.ending.Early) > 0
}

// isTimed reports whether runs of an order had timers or read the clock.
func (f *ForcedRace) isTimed() bool {
	return (f.Orders[0].inputs|f.Orders[1].inputs)&(boundary.Time|boundary.Clock) != 0
}

// isFar reports whether a timer fired early that was set for longer than a short one.
func isFar(e *explorer.Ending) bool {
	return slices.ContainsFunc(e.Early, func(t record.EarlyTimer) bool { return t.After > explorer.Near })
}

// A forcing says how two accesses are forced, and which timers may fire early meanwhile.
type forcing struct {
	steer.Force
	early, far bool // as Early and Far of config.Config
}

// orders makes the runs of each order.
func (s *search) orders(ctx context.Context, number int, f *ForcedRace, as forcing) error {
	for side := range f.Orders {
		as.Order = side + 1
		if err := s.order(ctx, fmt.Sprintf("race.%d.%d.%t.%t.%t.%t", number, side, as.early, as.far, as.Turns, s.apart), Sites(f.Race), as, s.opt.Runs, &f.Orders[side]); err != nil {
			return err
		}
	}
	return nil
}
