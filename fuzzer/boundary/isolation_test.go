package boundary

import "testing"

// TestUnlike: the reason names what runs that differ have used, and how they differ where that is nothing.
func TestUnlike(t *testing.T) {
	for _, c := range []struct {
		in   Input
		ends bool
		want IsolationReason
	}{
		{0, false, IsolatedUnlike}, {0, true, IsolatedEnd}, {Time | Drawn, false, IsolatedUnlike}, {Chosen, true, IsolatedEnd},
		{Timers, true, IsolatedTimers}, {Pools | Timers, false, IsolatedPools}, {Collector | Pools, true, IsolatedCollector},
		{Beside, false, IsolatedBeside}, {Bubble, false, IsolatedBeside}, {Outside | Collector, false, IsolatedOutside}, {Children, true, IsolatedOutside},
		{Figures, false, IsolatedUnlike},
	} {
		got := Unlike(c.in, c.ends)
		if got != c.want || !got.Differs() {
			t.Errorf("inputs %b, ends %t: %q, want %q", c.in, c.ends, got, c.want)
		}
	}
}
