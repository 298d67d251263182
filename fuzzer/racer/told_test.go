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
	block := func(kind racegraph.BlockKind, list ...explorer.Ending) *ForcedBlock {
		return &ForcedBlock{Block: &predict.Block{Kind: kind}, Between: ForcedOrder{Effects: list}}
	}
	unclear := func(kind racegraph.BlockKind, e explorer.Ending) *ForcedBlock {
		return &ForcedBlock{Block: &predict.Block{Kind: kind}, Between: ForcedOrder{Unclear: []explorer.Ending{e}}}
	}
	one, mixed := racegraph.BlockSections, racegraph.BlockMixed
	for name, c := range map[string]struct {
		blocks []*ForcedBlock // the last one is asked about
		want   bool
	}{
		"two of one object":                          {[]*ForcedBlock{block(one, fails), block(one, fails)}, false},
		"one that only random choices break":         {[]*ForcedBlock{block(one, fails), block(one, drawn)}, true},
		"two that random choices break":              {[]*ForcedBlock{block(one, drawn), block(one, drawn)}, false},
		"one of two objects behind one of one":       {[]*ForcedBlock{block(one, fails), block(mixed, fails)}, true},
		"the second one of two objects":              {[]*ForcedBlock{block(mixed, fails), block(mixed, fails)}, true},
		"one of one object behind one of two":        {[]*ForcedBlock{block(mixed, fails), block(one, fails)}, false},
		"another end":                                {[]*ForcedBlock{block(one, fails), block(mixed, crash)}, false},
		"an unclear one":                             {[]*ForcedBlock{block(mixed, fails), unclear(one, fails)}, true},
		"an unclear one of another end":              {[]*ForcedBlock{block(mixed, fails), unclear(one, crash)}, false},
		"two unclear ones of two objects":            {[]*ForcedBlock{unclear(mixed, fails), unclear(mixed, fails)}, true},
		"two unclear ones of one object":             {[]*ForcedBlock{unclear(one, fails), unclear(one, fails)}, false},
		"a confirmed one of two objects, an unclear": {[]*ForcedBlock{unclear(one, fails), block(mixed, fails)}, false},
		"no effect": {[]*ForcedBlock{block(one, fails), block(mixed)}, false},
	} {
		if got := (&TestResult{Blocks: c.blocks}).IsTold(c.blocks[len(c.blocks)-1]); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	order := &ForcedRace{Race: &predict.Race{Kind: racegraph.Initial}, Orders: [2]ForcedOrder{{}, {Effects: []explorer.Ending{fails}}}}
	f := &TestResult{Races: []*ForcedRace{order}}
	if f.IsOrderTold(order) {
		t.Error("an order is told by nothing")
	}
	if f.Blocks = []*ForcedBlock{block(mixed, fails)}; !f.IsOrderTold(order) || f.IsTold(f.Blocks[0]) {
		t.Error("a block does not tell an order, or the order tells the block")
	}
}
