package linkedlist

import (
	"fmt"
	"testing"
)

// Sized has n readers, and a line of two words for each.
func Sized(t *testing.T, n int) {
	var text []string
	for i := range n {
		text = append(text, fmt.Sprintf("first%d second%d", i, i))
	}
	if words, want := build(n, text...); int64(len(words)) != want || len(words) != 2*n {
		t.Errorf("%d words, want %d", len(words), 2*n)
	}
}
