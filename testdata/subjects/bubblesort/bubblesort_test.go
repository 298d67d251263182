package bubblesort

import (
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	numbers := []int{4, 2, 5, 1, 3}
	sort(numbers, 2)
	if !slices.Equal(numbers, []int{1, 2, 3, 4, 5}) {
		t.Errorf("sorted: %v", numbers)
	}
}
