package reorder

import "testing"

func TestPairs(t *testing.T) {
	r := run(2, 1, 2)
	if r.broken != 0 || r.checks != 4 || r.sets.Load() != 2 {
		t.Errorf("%d of %d checks saw half of a pair, %d were set", r.broken, r.checks, r.sets.Load())
	}
}
