package dpor

// The shards of a dpor have one base schedule, and deal out its points. A shard tries each
// other goroutine at its own points, and lets those that were tried there sleep. So the shards share no class
// but that of the base schedule, and none is left out: sleep sets alone visit each class once when all
// goroutines are tried (Godefroid: Partial-order methods for the verification of concurrent
// systems, 1996, chapter 5). After its own points a shard adds goroutines for races, as ever.
//
// The price is a run for each goroutine that no race asks for, which may come to a point at
// which all sleep: at most as many as the base schedule has choices, over all shards.
//
// A hapset deals out the reasons that the base schedule gives. It honours each reason of a later
// run itself, so shards may visit the same schedule.

// follow counts the points up to the first choice that is not of the base schedule.
func (d *DPOR) follow(base bool) {
	if !d.apart {
		d.common, d.apart = d.n, !base
	}
}

// isDealt reports whether the goroutines to try at a step are dealt out already.
func (d *DPOR) isDealt(step int) bool {
	return d.config.Shards > 1 && d.hap == nil && step < d.common
}

// deal lets each goroutine be tried at the points of the base schedule that fall to the shard.
func (d *DPOR) deal(n int) {
	for i := range n {
		if d.config.Deals(i, 0) {
			d.every(&d.steps[i])
		}
	}
}
