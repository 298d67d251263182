package explored

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
)

// Pruned is how many pairs of statements hapset has left out an order of, nil for another strategy. A pair of two tests or of
// two shards counts once.
func Pruned(results []*explorer.Result) *int {
	prunes, pairs := false, map[dpor.Pruned]bool{}
	for _, r := range results {
		prunes = dpor.AddPruned(&r.State.Config, pairs) || prunes
	}
	if !prunes {
		return nil
	}
	n := len(pairs)
	return &n
}
