package racer

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// TestTold: which blocks and orders another finding of the test tells.
func TestTold(t *testing.T) {
	fails, crash := explorer.Ending{Failed: true}, explorer.Ending{Crash: "panic: no"}
	drawn := explorer.Ending{Failed: true, Run: steadyBreaks}
	block := func(kind racegraph.BlockKind, list ...explorer.Ending) *Broken {
		return &Broken{Block: &predict.Block{Kind: kind}, Between: Order{Effects: list}}
	}
	unclear := func(kind racegraph.BlockKind, e explorer.Ending) *Broken {
		return &Broken{Block: &predict.Block{Kind: kind}, Between: Order{Unclear: []explorer.Ending{e}}}
	}
	one, mixed := racegraph.BlockSections, racegraph.BlockMixed
	for name, c := range map[string]struct {
		blocks []*Broken // the last one is asked about
		want   bool
	}{
		"two of one object":                          {[]*Broken{block(one, fails), block(one, fails)}, false},
		"one that only random choices break":         {[]*Broken{block(one, fails), block(one, drawn)}, true},
		"two that random choices break":              {[]*Broken{block(one, drawn), block(one, drawn)}, false},
		"one of two objects behind one of one":       {[]*Broken{block(one, fails), block(mixed, fails)}, true},
		"the second one of two objects":              {[]*Broken{block(mixed, fails), block(mixed, fails)}, true},
		"one of one object behind one of two":        {[]*Broken{block(mixed, fails), block(one, fails)}, false},
		"another end":                                {[]*Broken{block(one, fails), block(mixed, crash)}, false},
		"an unclear one":                             {[]*Broken{block(mixed, fails), unclear(one, fails)}, true},
		"an unclear one of another end":              {[]*Broken{block(mixed, fails), unclear(one, crash)}, false},
		"two unclear ones of two objects":            {[]*Broken{unclear(mixed, fails), unclear(mixed, fails)}, true},
		"two unclear ones of one object":             {[]*Broken{unclear(one, fails), unclear(one, fails)}, false},
		"a confirmed one of two objects, an unclear": {[]*Broken{unclear(one, fails), block(mixed, fails)}, false},
		"no effect": {[]*Broken{block(one, fails), block(mixed)}, false},
	} {
		if got := (&Found{Blocks: c.blocks}).IsTold(c.blocks[len(c.blocks)-1]); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	order := &Forced{Race: &predict.Race{Kind: racegraph.Initial}, Orders: [2]Order{{}, {Effects: []explorer.Ending{fails}}}}
	f := &Found{Races: []*Forced{order}}
	if f.IsOrderTold(order) {
		t.Error("an order is told by nothing")
	}
	if f.Blocks = []*Broken{block(mixed, fails)}; !f.IsOrderTold(order) || f.IsTold(f.Blocks[0]) {
		t.Error("a block does not tell an order, or the order tells the block")
	}
}
