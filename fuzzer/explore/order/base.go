package order

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// Base is the base schedule, again and again: a goroutine runs until it waits,
// ends or yields.
type Base struct{ Order }

// Begin begins a run.
func (b *Base) Begin(int) { b.Reset() }

// End ends a run, and reports whether there is another one.
func (b *Base) End(int) bool { return false }

// Next chooses the goroutine that is next.
func (b *Base) Next(p *point.Point) int { return b.Choose(p, b.Rank(p), 0) }

// Draw draws as the base schedule.
func (b *Base) Draw(d *random.Draw) uint32 { return d.Code(0) }
