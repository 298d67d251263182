package explore

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestShards: the shards of a search visit the base schedule each, and every other schedule
// once among them.
func TestShards(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	compared := 0
	for range 120 {
		p, depth, shards := randomProgram(r, "LLa++wsy"), 1+r.IntN(3), 2+r.IntN(4)
		for _, name := range []string{"dfs", "icb", "bfs", "delay"} {
			want, _ := bounded(Config{Strategy: name, Depth: depth}, p)
			if len(want) > 200 {
				continue
			}
			compared++
			seen := map[string]string{}
			base := ""
			for shard := range shards {
				c := Config{Strategy: name, Depth: depth, Shard: shard, Shards: shards}
				got, last := visit(t, p, New(c), len(want) < 10)
				if !last.(Search).Complete() || shard > 0 && got[0] != base {
					t.Fatalf("%s: not complete, or it begins with %s instead of %s\n%s", c, got[0], base, p)
				}
				base = got[0]
				for _, trace := range got[1:] {
					if before, ok := seen[trace]; ok {
						t.Fatalf("%s: visited %s, and so did %s\n%s", c, trace, before, p)
					}
					seen[trace] = fmt.Sprint(c)
				}
			}
			if len(seen)+1 != len(want) {
				t.Fatalf("%d shards of %s depth %d visited %d of %d schedules\n%s", shards, name, depth, len(seen)+1, len(want), p)
			}
		}
	}
	if compared < 200 {
		t.Errorf("only %d comparisons", compared)
	}
}
