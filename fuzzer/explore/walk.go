package explore

// walk chooses each enabled goroutine with the same probability.
type walk struct {
	seed   uint64
	random random
	weight float64
	run    int
}

func (w *walk) Begin(run int) { w.random, w.weight, w.run = seeded(w.seed, run), 1, run }

func (w *walk) Next(p *Point) int {
	w.weight = min(w.weight*float64(len(p.Enabled)), MaxWeight)
	return w.random.below(len(p.Enabled))
}

func (w *walk) End(int) bool { return true }

// Weight is the reciprocal of the run's probability. An [Estimate] of the number of all
// schedules takes it.
func (w *walk) Weight() float64 { return w.weight }
