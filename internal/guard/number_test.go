package guard

import (
	"math"
	"testing"
)

// A number of an unsigned type may be greater than the greatest signed one, whatever else is
// known of it.
func TestGreaterThanAnySigned(t *testing.T) {
	for _, n := range []number{anyNumber(), anyNumber().except(0), anyNumber().except(math.MaxInt64), anyNumber().within(1, math.MaxInt64)} {
		for _, k := range []int64{math.MaxInt64 - 1, math.MaxInt64} {
			if yes, known := n.greater(k); known && !yes {
				t.Errorf("%+v is not greater than %d", n, k)
			}
		}
	}
	if yes, known := exactly(3).greater(3); yes || !known {
		t.Error("3 may be greater than 3")
	}
}
