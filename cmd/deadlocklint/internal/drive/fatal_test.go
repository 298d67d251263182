package drive

import (
	"fmt"
	"testing"
)

// Each order of the calls keeps that of each goroutine, and there are no more than so many.
func TestMerged(t *testing.T) {
	for _, c := range []struct {
		lists [][]int
		most  int
		want  string
	}{
		{nil, 9, "[[]]"},
		{[][]int{{1}, {2}}, 9, "[[1 2] [2 1]]"},
		{[][]int{{1, 2}, {3}}, 9, "[[1 2 3] [1 3 2] [3 1 2]]"},
		{[][]int{{1}, {2}, {3}}, 4, "[[1 2 3] [1 3 2] [2 1 3] [2 3 1]]"},
	} {
		if got := fmt.Sprint(merged(c.lists, c.most)); got != c.want {
			t.Errorf("%v: %s, want %s", c.lists, got, c.want)
		}
	}
}
