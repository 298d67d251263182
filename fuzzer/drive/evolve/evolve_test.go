package evolve

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// counter is the i-th one of three of a function.
func counter(function, i int) judge.Counter { return judge.Counter(function<<32 | 3<<16 | i) }

// The rarest branch comes first. A branch that is taken rarely often comes next, and none does when all branches are reached.
func TestRare(t *testing.T) {
	c := &Corpus{}
	reach := func(driver string, step, times int, list ...judge.Counter) {
		c.Note(driver, []judge.Reach{{Step: step, Times: times, Counters: list}})
	}
	for _, d := range []string{"A", "B", "C"} {
		reach(d, 1, 1, counter(7, 0))
	}
	reach("B", 2, 1, counter(7, 1))
	reach("C", 3, 2, counter(7, 0))
	reach("B", 4, 1, counter(7, 1)) // by the same driver
	if c.Reached() != 2 || c.Unreached() != 1 || c.Size() != 3 {
		t.Errorf("reached %d, unreached %d, size %d", c.Reached(), c.Unreached(), c.Size())
	}
	want := []Place{{"B", 2}, {"C", 3}, {"C", 1}, {"B", 1}}
	if got := c.Rare(4); !slices.Equal(got, want) {
		t.Errorf("rare are %v, want %v", got, want)
	}
	if got := c.Rare(1); !slices.Equal(got, want[:1]) {
		t.Errorf("rare is %v, want %v", got, want[:1])
	}
	reach("A", 5, 1, counter(7, 2))
	if got := c.Rare(4); got != nil || c.Unreached() != 0 {
		t.Errorf("rare are %v of %d that are unreached", got, c.Unreached())
	}
}
