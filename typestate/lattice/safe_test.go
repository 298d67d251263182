package lattice

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSafe names the states from which nothing is forbidden.
func TestSafe(t *testing.T) {
	for text, want := range map[string][]bool{
		"type T\nstate 0 final\n  a -> 1\nstate 1 final\n  a b -> 1\n":                            {false, true},
		"type T\nstate 0 final\n  a b -> 1\nstate 1 final\n  a b -> 2\nstate 2 final\n  a -> 2\n": {false, false, false},
		"type T\nstate 0 final\n  a b -> 1\nstate 1 final\n  a -> 0\n  b -> 1\n":                  {true, true},
	} {
		if got := safe(parse(t, text)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestSettled compares a check that ends where nothing more can be found with one that
// does not.
func TestSettled(t *testing.T) {
	settled, violations := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 6))
		x, a := randomExecution(r), randomAutomaton(r)
		if len(a.Alphabet()) < 3 {
			continue // it does not know all methods
		}
		for _, e := range x.events {
			e.Object = 0
		}
		keys := func(opt Options) (map[string]bool, *Checker) {
			c := New(a, opt)
			for _, e := range x.events {
				c.Add(e)
			}
			found, _ := c.Finish()
			m := map[string]bool{}
			for _, v := range found {
				m[fmt.Sprint(v.Event.Thread, v.Event.Site, v.State, v.Event.Method)] = true
			}
			return m, c
		}
		all, _ := keys(Options{Exhaustive: true})
		some, c := keys(Options{Width: 1000, Lookahead: 1000, One: true})
		if !maps.Equal(all, some) || !c.stats.Complete() {
			t.Fatalf("seed %d: %v, want %v; %+v", seed, some, all, c.stats)
		}
		if violations += len(all); c.settled {
			settled++
		}
	}
	if settled < 100 || settled > 2500 || violations < 1000 {
		t.Errorf("%d settled, %d violations: they test nothing", settled, violations)
	}
}
