//go:build rest

package driven_test

import (
	"reflect"
	"testing"
)

// Places that need a state are found at most seeds, and at each of these only by drivers that are made of others.
func TestEvolvedRest(t *testing.T) {
	t.Parallel()
	seeds := []string{"1", "2", "3"}
	for _, pkg := range []string{"rotated", "commanded"} {
		found := 0
		for _, seed := range seeds {
			findings, tally := seeded(t, pkg, seed)
			if findings > 0 && tally.Later > 0 {
				found++
			}
			t.Logf("%s, seed %s: %d findings, %d places later, %d generations, %d branches reached and %d not, %.1f CPU s",
				pkg, seed, findings, tally.Later, tally.Generations, tally.Reached, tally.Unreached, tally.Processor)
		}
		if found < len(seeds)-1 {
			t.Errorf("%s: found at %d of %d seeds", pkg, found, len(seeds))
		}
	}
}

// Equal seeds give equal generations.
func TestEvolvedAgain(t *testing.T) {
	t.Parallel()
	one, first := seeded(t, "rotated", "7")
	two, second := seeded(t, "rotated", "7")
	first.Processor, second.Processor = 0, 0
	if one != two || !reflect.DeepEqual(first, second) {
		t.Errorf("%d findings and %+v, then %d and %+v", one, first, two, second)
	}
}
