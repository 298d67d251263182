package explore

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// ticked makes runs, and lets the clock be chosen in those in which timers may fire early.
func ticked(s point.Strategy, k ticking, runs int) (list []string, shares [3]int) {
	for run := range runs {
		s.Begin(run)
		if w, ok := s.(*auto.Clocked); ok {
			own := k
			switch may, any := w.Clock(); {
			case !may:
				own.ticks = 0
				shares[0]++
			case any:
				shares[2]++
			default:
				shares[1]++
			}
			trace, more := own.begun(s)
			if list = append(list, trace); !more {
				break
			}
			continue
		}
		trace, more := ticking{threads: k.threads}.begun(s)
		if list = append(list, trace); !more {
			break
		}
	}
	return list, shares
}

// TestWaysWithoutTimers: a test that sets no timer has the schedules of auto.
func TestWaysWithoutTimers(t *testing.T) {
	k := ticking{threads: 4}
	want, _ := ticked(New(config.Config{Strategy: "auto", Depth: 2, Seed: 7}), k, 200)
	got, shares := ticked(New(config.Config{Strategy: "auto", Depth: 2, Seed: 7, Settings: auto.Settings{Ways: auto.WaysUntimed}}), k, 200)
	if !slices.Equal(got, want) || shares[1]+shares[2] > 0 {
		t.Errorf("%v, want %v; shares %v", got, want, shares)
	}
}

// TestWaysVisitAll: half of the runs have timers that fire in time. Each way visits all of its schedules, and then leaves its
// turns to others; the claim is about the first one.
func TestWaysVisitAll(t *testing.T) {
	k := ticking{threads: 3, ticks: 1}
	s := New(config.Config{Strategy: "auto", Depth: 2, Settings: auto.Settings{Ways: auto.WaysTimed}}).(*auto.Clocked)
	_, shares := ticked(s, k, 8)
	if want := [3]int{4, 2, 2}; shares != want || s.Complete() {
		t.Errorf("shares %v of 8 runs, want %v; complete %t", shares, want, s.Complete())
	}
	s = New(config.Config{Strategy: "auto", Depth: 2, Settings: auto.Settings{Ways: auto.WaysTimed}}).(*auto.Clocked)
	list, shares := ticked(s, k, 1000)
	if len(list) == 1000 || !s.Complete() {
		t.Fatalf("%d runs, complete %t", len(list), s.Complete())
	}
	if want := len(ticking{threads: 3}.orders()); shares[0] != want {
		t.Errorf("%d runs with timers in time, want %d", shares[0], want)
	}
	if want := len(k.orders()); shares[1] != want || shares[2] != want {
		t.Errorf("runs with early timers %v, want %d each", shares, want)
	}
}

// TestWaysCarryOn: the text of ways that carry on has their settings, and no visited schedule comes twice in the first way.
func TestWaysCarryOn(t *testing.T) {
	k := ticking{threads: 3, ticks: 1}
	first := New(config.Config{Strategy: "auto", Depth: 2, Settings: auto.Settings{Ways: auto.WaysTimed}, Stall: 90}).(*auto.Clocked)
	ticked(first, k, 7)
	c := first.Resume()
	if text := c.String(); !strings.Contains(text, " ways=2 ") || !strings.Contains(text, " stall=90") {
		t.Error(text)
	}
	c, complaint := Parse(c.String())
	if complaint != "" {
		t.Fatal(complaint)
	}
	second := New(c).(*auto.Clocked)
	if list, _ := ticked(second, k, 1000); len(list) == 1000 || !second.Complete() {
		t.Errorf("%d runs, complete %t", len(list), second.Complete())
	}
}
