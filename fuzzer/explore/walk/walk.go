// Package walk has the strategies that draw each choice, or the priorities that make it. A run depends on a seed, on its number,
// and on the place that earlier runs have left: [Learnt], [Decided] or [Counted].
package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// Walk chooses each enabled goroutine with the same probability.
type Walk struct {
	seed   uint64
	random random.Random
	weight float64
	run    int
}

// Begin begins a run.
func (w *Walk) Begin(run int) { w.random, w.weight, w.run = random.Seeded(w.seed, run), 1, run }

// Next chooses the goroutine that is next.
func (w *Walk) Next(p *point.Point) int {
	w.weight = min(w.weight*float64(len(p.Enabled)), random.MaxWeight)
	return w.random.Below(len(p.Enabled))
}

// End ends a run, and reports whether there is another one.
func (w *Walk) End(int) bool { return true }

// Weight is the reciprocal of the run's probability. A [random.Estimate] of the number of all
// schedules takes it.
func (w *Walk) Weight() float64 { return w.weight }

// Draw draws what the run draws by its number.
func (w *Walk) Draw(d *random.Draw) uint32 {
	w.weight = min(w.weight*float64(d.Alternatives()), random.MaxWeight)
	return random.Drawn(w.seed, w.run, d)
}
