package explorer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// TestSpots: in whatever parts and order runs are added, a point had a choice when one of
// them had one there.
func TestSpots(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		want := map[uint64]bool{}
		var whole PointCoverage
		for range r.IntN(4) {
			var part PointCoverage
			for range r.IntN(20) {
				site, chose := r.Uint64N(12), r.IntN(3) == 0
				want[site] = want[site] || chose
				part.put(site, chose)
			}
			whole.Add(part)
		}
		if whole.Seen() != len(want) || whole.More {
			t.Fatalf("%d points, want %d", whole.Seen(), len(want))
		}
		for site, chose := range want {
			if slices.Contains(whole.Chosen, site) != chose || slices.Contains(whole.Alone, site) == chose {
				t.Fatalf("point %d: choice %t, have %+v", site, chose, whole)
			}
		}
		if !slices.IsSorted(whole.Chosen) || !slices.IsSorted(whole.Alone) {
			t.Fatalf("out of order: %+v", whole)
		}
	}
}

func TestSpotsLimit(t *testing.T) {
	var s PointCoverage
	for site := range uint64(boundary.MaxPoints + 1) {
		s.put(site, false)
	}
	if s.put(3, true); s.Seen() != boundary.MaxPoints || !s.More || len(s.Chosen) != 1 {
		t.Errorf("%d points, %d with a choice, more %t", s.Seen(), len(s.Chosen), s.More)
	}
}
