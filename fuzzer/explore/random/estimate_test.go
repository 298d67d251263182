package random

import (
	"math"
	"testing"
)

func TestRoot(t *testing.T) {
	for _, x := range []float64{0, 1e-300, 1e-9, 0.25, 1, 2, 3, 4, 10, 12345.678, 1e150, 1e299} {
		if got, want := root(x), math.Sqrt(x); math.Abs(got-want) > 1e-12*want {
			t.Errorf("the root of %v is %v, not %v", x, got, want)
		}
	}
}

func TestEstimate(t *testing.T) {
	var e Estimate
	if e.Mean() != 0 || e.Error() != 0 {
		t.Errorf("without runs: %v ± %v", e.Mean(), e.Error())
	}
	for _, w := range []float64{2, 4, 4, 4, 5, 5, 7, 9} {
		e.Add(w)
	}
	e.Add(math.NaN())
	e.Add(-1)
	if want := math.Sqrt(32. / 7 / 8); e.Mean() != 5 || math.Abs(e.Error()-want) > 1e-12 {
		t.Errorf("%v ± %v, want 5 ± %v", e.Mean(), e.Error(), want)
	}
	for range 1000 {
		e.Add(math.Inf(1))
		e.Add(1)
	}
	if m, s := e.Mean(), e.Error(); !(m > 1e148 && m <= MaxWeight && s > 0 && s <= MaxWeight) {
		t.Errorf("after huge weights: %v ± %v", m, s)
	}
}

// Estimates that are merged are one of all weights.
func TestMerge(t *testing.T) {
	var all, merged Estimate
	for part := range 4 {
		var e Estimate
		for i := range part * 3 {
			w := float64(1 + (part*7+i*5)%11)
			all.Add(w)
			e.Add(w)
		}
		merged.Merge(EstimateOf(e.Parts()))
	}
	n, _, _ := merged.Parts()
	if m, _, _ := all.Parts(); n != m || math.Abs(merged.Mean()-all.Mean()) > 1e-9 || math.Abs(merged.Error()-all.Error()) > 1e-9 {
		t.Errorf("%d weights: %g ± %g, want %g ± %g", n, merged.Mean(), merged.Error(), all.Mean(), all.Error())
	}
}
