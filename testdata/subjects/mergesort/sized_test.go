package mergesort

import (
	"slices"
	"testing"
)

// Sized has at most n goroutines beside its own, and two numbers for each.
func Sized(t *testing.T, n int) {
	s := &sorter{limit: limit{left: n}}
	var numbers []int
	for i := range 2 * n {
		numbers = append(numbers, 2*n-i)
	}
	if got := s.sort(numbers); !slices.IsSorted(got) || len(got) != 2*n {
		t.Errorf("sorted: %v", got)
	}
}
