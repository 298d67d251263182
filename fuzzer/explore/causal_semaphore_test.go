package explore

import (
	"maps"
	"slices"
	"testing"
)

// underSemaphore takes channel 0, uses memory of which nobody tells, and gives the channel
// back.
var underSemaphore = []op{{'>', 0}, {'x', 0}, {'<', 0}}

// TestCausalOfSemaphore: which thread comes second to a channel of one is read, and so is the
// memory under it.
func TestCausalOfSemaphore(t *testing.T) {
	p := program{underSemaphore, underSemaphore, underSemaphore}
	want, _, _ := p.everything(1e5)
	for _, name := range []string{"causal", "causal-fast"} {
		got, _ := causalEnds(t, p, name, false, false, true)
		if len(outcomesOf(want)) != 6 || !maps.Equal(outcomesOf(got), outcomesOf(want)) {
			t.Errorf("%s: %v, want %v", name, outcomesOf(got), outcomesOf(want))
		}
	}
}

// TestCausalOfDeadlockBehindSemaphore: a thread takes two locks when it was not first under a
// semaphore. The other thread takes them the other way in one program, and the same way in its twin.
func TestCausalOfDeadlockBehindSemaphore(t *testing.T) {
	after := func(list ...op) []op { return append(slices.Clone(underSemaphore), list...) }
	second := after(op{'j', 0}, op{'L', 0}, op{'L', 1}, op{'U', 1}, op{'U', 0})
	for other, want := range map[int]bool{1: true, 0: false} {
		p := program{second, after(op{'L', other}, op{'L', 1 - other}, op{'U', 1 - other}, op{'U', other})}
		ends, _ := causalEnds(t, p, "causal", false, false, true)
		if got := slices.ContainsFunc(slices.Collect(maps.Values(ends)), stuckThreads); got != want {
			t.Errorf("deadlock %t, want %t: %v\n%s", got, want, ends, p)
		}
	}
}
