package explore

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// choices runs a program of two goroutines, with so many operations each, under a schedule.
func choices(t *testing.T, a *auto.Auto, run, each int) (key string) {
	t.Helper()
	a.Begin(run)
	left := [2]int{each, each}
	running := -1
	for left[0]+left[1] > 0 {
		p := &point.Point{Running: -1}
		for g, n := range left {
			if n == 0 {
				continue
			}
			if g == running {
				p.Running = len(p.Enabled)
			}
			p.Enabled = append(p.Enabled, point.Goroutine{ID: uint32(g), Op: 1, Object: uint32(n)})
		}
		i := a.Next(p)
		running = int(p.Enabled[i].ID)
		left[running]--
		key += string(rune('a' + running))
	}
	return key
}

// Auto runs every schedule of a small program once, and says then that there are no more. Most of
// them have more preemptions than its search.
func TestAutoOnce(t *testing.T) {
	for _, c := range []struct{ each, schedules int }{{1, 2}, {2, 6}, {3, 20}, {5, 252}, {6, 924}} {
		a := New(config.Config{Strategy: "auto", Depth: 2, Seed: 7}).(*auto.Auto)
		seen := map[string]bool{}
		for run := 0; ; run++ {
			key := choices(t, a, run, c.each)
			if seen[key] {
				t.Fatalf("%d each: schedule %s comes twice, in run %d of %d", c.each, key, run, c.schedules)
			}
			seen[key] = true
			if !a.End(2 * c.each) {
				break
			}
		}
		if len(seen) != c.schedules || !a.Complete() || a.Resume().Cut {
			t.Errorf("%d each: %d of %d schedules, complete %t", c.each, len(seen), c.schedules, a.Complete())
		}
	}
}

// The number of schedules is estimated well although what was run is left out.
func TestAutoEstimate(t *testing.T) {
	var e random.Estimate
	for seed := range uint64(300) {
		a := New(config.Config{Strategy: "auto", Depth: 2, Seed: seed}).(*auto.Auto)
		for run := range 60 {
			choices(t, a, run, 5)
			a.End(10)
			if w := a.Weight(); w > 0 {
				e.Add(w)
			}
		}
	}
	if e.Mean() < 235 || e.Mean() > 269 {
		t.Errorf("%.1f schedules are estimated, of 252", e.Mean())
	}
}

// A program that goes another way under one schedule has no tree: nothing is claimed of it.
func TestAutoGoesAnotherWay(t *testing.T) {
	a := New(config.Config{Strategy: "auto", Depth: 2}).(*auto.Auto)
	for run := range 50 {
		choices(t, a, run, 2+run%2)
		if a.End(4); a.Complete() {
			t.Fatalf("all schedules are claimed in run %d", run)
		}
	}
}
