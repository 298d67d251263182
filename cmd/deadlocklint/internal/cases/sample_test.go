package cases

import (
	"slices"
	"testing"
)

// TestCover: the lists that are chosen have all words, and a list without a new word is not
// chosen.
func TestCover(t *testing.T) {
	for _, c := range []struct {
		words [][]string
		want  []int
	}{
		{nil, nil},
		{[][]string{{}, {"a", "a"}}, []int{1}},
		{[][]string{{"a"}, {"b"}, {"a", "b", "c"}, {"c"}}, []int{2}},
		{[][]string{{"a", "a", "a"}, {"a", "b"}}, []int{1}},
		{[][]string{{"a", "b"}, {"b", "c"}, {"c", "d"}}, []int{0, 2}},
	} {
		if got := cover(c.words); !slices.Equal(got, c.want) {
			t.Errorf("cover(%v) = %v, want %v", c.words, got, c.want)
		}
	}
}

// TestSampleHasTwins: the sample has each expected word, a case of each group, and a case never
// without its twin.
func TestSampleHasTwins(t *testing.T) {
	const dir = "../../../../testdata"
	var files []string
	for _, group := range []Group{Deadlock, Order, Waiting} {
		files = append(files, Of(t, dir, group)...)
	}
	sample := sampleOf(t, files)
	has, groups := map[string]bool{}, map[Group]bool{}
	for file := range sample {
		groups[groupOf(file)] = true
		for _, w := range expectedWords(t, file) {
			has[w] = true
		}
		for _, other := range files {
			if twins(file, other) && !sample[other] {
				t.Errorf("%s is in the sample, and its twin %s is not", file, other)
			}
		}
	}
	if len(groups) < 3 {
		t.Errorf("the sample has cases of %d groups only", len(groups))
	}
	for _, file := range files {
		for _, w := range expectedWords(t, file) {
			if !has[w] {
				t.Errorf("no case of the sample expects %q", w)
			}
		}
	}
}
