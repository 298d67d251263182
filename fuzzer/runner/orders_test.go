package runner

import (
	"context"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// TestOrders: which tests have a search for all orders of their steps, and what it adds.
func TestOrders(t *testing.T) {
	base := explorer.Ending{Run: boundary.Base, End: boundary.Done, Goroutines: 3}
	is := func(change func(r *explorer.Result)) []*explorer.Result {
		list := tested(base)
		change(list[0])
		return list
	}
	search := []string{"asked 1000", "orders 10000"}
	for name, c := range map[string]struct {
		list  []*explorer.Result
		want  []string
		other explorer.Options
	}{
		"a test of several goroutines": {list: tested(base), want: search},
		"within its bound alone":       {list: is(func(r *explorer.Result) { r.State.Complete, r.State.Cut = true, true }), want: search},
		"a test of one goroutine":      {list: is(func(r *explorer.Result) { r.Endings[0].Goroutines = 1 }), want: search[:1]},
		"a test that is finished":      {list: is(func(r *explorer.Result) { r.State.Complete = true }), want: search[:1]},
		"a test of a child process":    {list: is(func(r *explorer.Result) { r.Inputs = boundary.Children }), want: search[:1]},
		"a process for each run":       {list: is(func(r *explorer.Result) { r.Apart = boundary.IsolatedState }), want: search[:1]},
		"few runs":                     {list: tested(base), want: []string{"asked 30", "orders 30"}, other: explorer.Options{Runs: 30}},
		"a shard":                      {list: tested(base), want: search[:1], other: explorer.Options{Shards: 2}},
		"another strategy":             {list: tested(base), want: search[:1], other: explorer.Options{Config: config.Config{Strategy: "icb"}}},
	} {
		m := &script{stages: map[Stage][]*explorer.Result{StageAsked: c.list}}
		opt := c.other
		if opt.Config.Strategy == "" {
			opt.Config.Strategy = "auto"
		}
		if opt.Runs == 0 {
			opt.Runs = usualRuns
		}
		if _, err := Explore(context.Background(), m, nil, opt); err != nil || !slices.Equal(m.asked, c.want) {
			t.Errorf("%s: %q, %v, want %q", name, m.asked, err, c.want)
		}
	}
}

// TestOrdersAdd: an end that only the search for all orders had is recorded and kept, and one that was known says there
// whether it happened again.
func TestOrdersAdd(t *testing.T) {
	base := explorer.Ending{Run: boundary.Base, End: boundary.Done, Goroutines: 3}
	found := stuck(4)
	found.Seen = &explorer.Repetition{Again: true}
	m := &script{again: true, stages: map[Stage][]*explorer.Result{StageAsked: tested(base, found), StageOrders: tested(base, stuck(4), fresh(stuck(7)))}, asFirst: true}
	list, err := Explore(context.Background(), m, nil, explorer.Options{Config: config.Config{Strategy: "auto"}, Runs: usualRuns})
	if err != nil || m.asked[len(m.asked)-1] != "record 7 first=false" {
		t.Errorf("%q, %v", m.asked, err)
	}
	r := list[0]
	if len(r.Endings) != 3 || r.Endings[2].Run != 7 || r.Orders == nil || r.Orders.Endings[1].Seen == nil || !r.Orders.Endings[2].Seen.Again {
		t.Errorf("%+v\n%+v", r.Endings, r.Orders)
	}
}

// TestOrdersOtherwise: the search knows how a test does natively that fails under the base schedule.
func TestOrdersOtherwise(t *testing.T) {
	fails := func() []*explorer.Result {
		list := tested(explorer.Ending{Run: boundary.Base, End: boundary.Done, Failed: true, Goroutines: 3}, explorer.Ending{Run: 1, End: boundary.Done})
		list[0].Fails = true
		return list
	}
	asked := fails()
	asked[0].Otherwise = &explorer.Comparison{Native: explorer.NativePasses, Newest: true}
	m := &script{again: true, probes: fails(), stages: map[Stage][]*explorer.Result{StageAsked: asked, StageOrders: fails()}}
	list, err := Explore(context.Background(), m, nil, explorer.Options{Config: config.Config{Strategy: "auto"}, Runs: usualRuns})
	if err != nil || list[0].Orders == nil || list[0].Orders.IsBroken() {
		t.Errorf("%q, %v, %+v", m.asked, err, list[0].Orders)
	}
}
