package mergesort

import (
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	s := &sorter{limit: limit{left: 2}}
	got := s.sort([]int{5, 3, 6, 1, 4, 2})
	if !slices.Equal(got, []int{1, 2, 3, 4, 5, 6}) {
		t.Errorf("sorted: %v", got)
	}
	if n := s.merges.Load(); n != 5 {
		t.Errorf("%d merges, want 5", n)
	}
}
