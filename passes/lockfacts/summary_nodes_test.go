package lockfacts

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A set is what a map says that it is, whatever is added in whatever order.
func TestNodes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		one, two := map[int]bool{}, map[int]bool{}
		var a, b nodes
		for range rnd.IntN(20) {
			i, j := rnd.IntN(200), rnd.IntN(200)
			one[i], two[j] = true, true
			a, b = a.with(i), b.with(j)
		}
		both := slices.Clone(a).union(b)
		for i := range one {
			two[i] = true
		}
		var want []int
		for i := range 200 {
			if two[i] {
				want = append(want, i)
			}
		}
		if got := slices.Collect(both.all()); !slices.Equal(got, want) {
			t.Fatalf("union of %v and %v: got %v, want %v", a, b, got, want)
		}
	}
}

// What comes before every call is what a walk over all chains of calls finds.
func TestBeforeCalls(t *testing.T) {
	funcs := []*Func{
		{Key: "main", calls: []callSite{{callee: "one"}, {callee: "two", before: []string{"a", "b"}}}},
		{Key: "one", calls: []callSite{{callee: "two", before: []string{"b", "c"}}, {callee: "three", before: []string{"d"}}}},
		{Key: "two", calls: []callSite{{callee: "three", before: []string{"c"}}, {callee: "open", before: []string{"c"}}}},
	}
	got := beforeCalls(funcs, map[string]bool{"open": true})
	for callee, want := range map[string][]string{"one": nil, "two": {"b"}, "three": nil, "open": nil} {
		if !slices.Equal(got[callee], want) {
			t.Errorf("before %s: got %q, want %q", callee, got[callee], want)
		}
	}
	funcs[1].calls[1].before = []string{"c", "d"}
	if got := beforeCalls(funcs, nil)["three"]; !slices.Equal(got, []string{"c"}) {
		t.Errorf("before three: got %q, want c", got)
	}
}
