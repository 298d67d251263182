package lockgraph

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// dense is a clock written out.
type dense map[slot]uint64

func (d dense) with(s slot, seq uint64) dense {
	e := maps.Clone(d)
	e[s] = max(e[s], seq)
	return e
}

func (d dense) join(o dense) dense {
	e := maps.Clone(d)
	for s, seq := range o {
		e[s] = max(e[s], seq)
	}
	return e
}

// Clocks are compared with maps, over joins of joins.
func TestClockIsAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	clocks, maps, memos := []clock{{}}, []dense{{}}, new(memo)
	for range 3000 {
		i, j := rng.IntN(len(clocks)), rng.IntN(len(clocks))
		s, seq := slot(rng.IntN(1<<rng.IntN(13))), uint64(1+rng.IntN(50))
		c := clocks[i].with(s, seq).join(clocks[j], memos)
		m := maps[i].with(s, seq).join(maps[j])
		clocks, maps = append(clocks, c), append(maps, m)
		checkClock(t, c, m)
	}
	for i, c := range clocks {
		checkClock(t, c, maps[i]) // nothing was changed later
	}
}

func checkClock(t *testing.T, c clock, m dense) {
	t.Helper()
	got := dense{}
	c.trie.each(func(s slot) { got[s] = c.get(s) })
	if c.seq > 0 {
		got[c.slot] = c.get(c.slot)
	}
	if !maps.Equal(got, m) {
		t.Fatalf("got %v, want %v", got, m)
	}
}

func TestJoin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func() (c clock) {
		for range rng.IntN(20) {
			c = c.with(slot(rng.IntN(200)), uint64(1+rng.IntN(9)))
		}
		return c
	}
	for range 2000 {
		a, b := random(), random()
		ab := a.join(b, nil)
		if again := ab.join(a, nil); again != ab {
			t.Fatal("a join does not include its parts, or copies them")
		}
		if again := ab.join(ab, nil); again != ab {
			t.Fatal("not idempotent")
		}
		rose := map[slot]bool{}
		joiner{seen: func(s slot) { rose[s] = true }}.join(a.flat().trie, b.flat().trie)
		for s := range slot(200) {
			if ab.get(s) != max(a.get(s), b.get(s)) || ab.get(s) != b.join(a, nil).get(s) {
				t.Fatalf("slot %d: %d", s, ab.get(s))
			}
			if rose[s] != (b.get(s) > a.get(s)) {
				t.Fatalf("slot %d: rose %v", s, rose[s])
			}
		}
	}
}

func TestTrieOf(t *testing.T) {
	got := trieOf([]entry{{70, 3}, {1, 5}, {70, 9}, {8, 2}})
	want := clock{}.with(70, 9).with(1, 5).with(8, 2).flat().trie
	for s := range slot(100) {
		if got.get(s) != want.get(s) {
			t.Errorf("slot %d: %d, want %d", s, got.get(s), want.get(s))
		}
	}
}
