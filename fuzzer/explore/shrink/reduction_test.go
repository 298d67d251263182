package shrink

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestReduction: what is left has the property, and not without any of its items. The number of lists is within the bound.
func TestReduction(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := r.IntN(40)
		var groups [][]int // one item of each is needed
		for range r.IntN(4) {
			if n > 0 {
				groups = append(groups, []int{r.IntN(n), r.IntN(n)})
			}
		}
		has := func(list []int) bool {
			for _, g := range groups {
				if !slices.Contains(list, g[0]) && !slices.Contains(list, g[1]) {
					return false
				}
			}
			return true
		}
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		asked := 0
		for d := NewReduction(n); !d.Done(); asked++ {
			from, to := d.Taken()
			if next := slices.Concat(list[:from], list[to:]); has(next) {
				list = next
				d.Shrunk(len(list))
			} else {
				d.Needed()
			}
		}
		if !has(list) || asked > n*n+3*n+1 {
			t.Fatalf("%v of %d items for %v, after %d lists", list, n, groups, asked)
		}
		for i := range list {
			if has(slices.Delete(slices.Clone(list), i, i+1)) {
				t.Fatalf("%v of %d items for %v: item %d can be taken away", list, n, groups, i)
			}
		}
	}
}

// TestSize: three preemptions are smaller than a choice of the clock.
func TestSize(t *testing.T) {
	if clock, others := (size{early: 1}), (size{preemptions: 3, switches: 9}); !others.less(clock) || clock.less(others) {
		t.Errorf("%v is smaller than %v: %t", others, clock, others.less(clock))
	}
}
