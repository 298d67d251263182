package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
)

// TestShards: the shards of a search visit the base schedule each, and every other schedule
// once among them.
func TestShards(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	compared := 0
	for range 120 {
		p, depth, shards := randomProgram(r, "LLa++wsy"), 1+r.IntN(3), 2+r.IntN(4)
		for _, name := range []string{"dfs", "icb", "bfs", "delay"} {
			want, _ := bounded(config.Config{Strategy: name, Depth: depth}, p)
			if len(want) > 200 {
				continue
			}
			compared++
			seen := map[string]string{}
			base := ""
			for shard := range shards {
				c := config.Config{Strategy: name, Depth: depth, Shard: shard, Shards: shards}
				got, last := visit(t, p, New(c), len(want) < 10)
				if !last.(search.Search).Complete() || shard > 0 && got[0] != base {
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

// TestShardsOfDPOR: the shards of dpor have the class of the base schedule each, and every other class once among
// them.
func TestShardsOfDPOR(t *testing.T) {
	r := rand.New(rand.NewPCG(79, 80))
	classes, runs, whole := 0, 0, 0
	for range matrix.Count(60, 2000) {
		p, shards := everyProgram(r), 2+r.IntN(4)
		want, ok := p.all(200)
		if !ok {
			continue
		}
		_, alone := dporEnds(t, p, false)
		seen, visited := map[string]string{}, 0
		for shard := range shards {
			got, s := p.classes(t, config.Config{Strategy: "dpor", Shard: shard, Shards: shards}, r.IntN(20) == 0)
			maps.Copy(seen, got)
			visited, runs = visited+len(got), runs+s.Resume().Runs-1
		}
		if missing := missingFrom(want, seen); missing != "" || visited != len(want)+shards-1 {
			t.Fatalf("%d shards of dpor visit %d of %d classes, and %d in all\n%smissing %s", shards, len(seen), len(want), visited, p, missing)
		}
		classes, runs, whole = classes+len(want), runs+1, whole+alone.Resume().Runs
	}
	t.Logf("%d classes: dpor makes %d runs in shards, %d alone", classes, runs, whole)
	if classes < 300 || runs > 2*whole {
		t.Errorf("%d classes, %d runs in shards, %d alone", classes, runs, whole)
	}
}

// classes makes the runs of a shard of dpor: by class, the state at the end. Runs that slept count as none.
func (p program) classes(t *testing.T, c config.Config, again bool) (ends map[string]string, d *dpor.DPOR) {
	t.Helper()
	ends = map[string]string{}
	d = New(c).(*dpor.DPOR)
	for run, more := 0, true; more; run++ {
		var m *stepper
		before := d.Blocked()
		if m, more = p.stepped(d, run); d.Blocked() == before {
			ends[p.class(m.choices)] = m.state()
		}
		if d.Diverged() || run > 2000 {
			t.Fatalf("%s: run %d diverged, or there is no end\n%s", c, run, p)
		}
		if again {
			d = carried(t, c, d).(*dpor.DPOR)
		}
	}
	if !d.Complete() {
		t.Fatalf("%s: not complete\n%s", c, p)
	}
	return ends, d
}
