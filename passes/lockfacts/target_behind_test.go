package lockfacts

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestComesTo asks for what is behind open calls of random programs, twice: the second answer is a remembered one. What is
// called at once has to be found, and nothing that a naive walk does not come to in maxBehindDepth steps; between these the
// order of the search decides.
func TestComesTo(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	yes := 0
	for range 300 {
		calls := map[string][]Event{}
		for i := range 6 {
			for range random.IntN(3) {
				key := fmt.Sprint("I:p.I.M", random.IntN(6))
				calls[fmt.Sprint("I:p.I.M", i)] = append(calls[fmt.Sprint("I:p.I.M", i)], Event{Dyn: &Dyn{Key: key}})
			}
		}
		r := &Result{open: func(key string) []Event { return calls[key] }}
		for from := range 6 {
			ev := &Event{Dyn: &Dyn{Key: fmt.Sprint("I:p.I.M", from)}}
			for to := range 6 {
				key := fmt.Sprint("I:p.I.M", to)
				want := walksTo(calls, ev.Dyn.Key, key, maxBehindDepth)
				for range 2 {
					if got := r.ComesTo(ev, key); got && !want || !got && want && walksTo(calls, ev.Dyn.Key, key, 1) {
						t.Fatalf("%v: from %s to %s: %t", calls, ev.Dyn.Key, key, got)
					}
				}
				if want {
					yes++
				}
			}
		}
	}
	if yes == 0 {
		t.Error("no call came to another one")
	}
}

// walksTo reports whether one call comes to another one over so many calls at most.
func walksTo(calls map[string][]Event, from, to string, steps int) bool {
	if steps == 0 {
		return false
	}
	for _, ev := range calls[from] {
		if ev.Dyn.Key == to || walksTo(calls, ev.Dyn.Key, to, steps-1) {
			return true
		}
	}
	return false
}
