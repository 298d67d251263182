package explore

import (
	"fmt"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
)

// dice is a program of one goroutine that draws numbers below the sides of its dice.
type dice struct {
	sides []uint64
}

// roll makes a run of a strategy and returns the numbers.
func (k dice) roll(s point.Strategy, run int) string {
	s.Begin(run)
	text := ""
	for i, n := range k.sides {
		d := random.Draw{Nth: uint32(i), N: n}
		text += fmt.Sprint(d.Value(s.(random.Drawer).Draw(&d)), " ")
	}
	return text
}

// seen makes runs until there is no more.
func (k dice) seen(t *testing.T, c config.Config, most int) (map[string]int, point.Strategy) {
	t.Helper()
	s, seen := New(c), map[string]int{}
	for run := range most {
		seen[k.roll(s, run)]++
		if !s.End(0) {
			return seen, s
		}
	}
	return seen, s
}

// Of few numbers a search draws each combination once, and says so.
func TestSearchesDrawAll(t *testing.T) {
	k := dice{[]uint64{2, 3, 2}}
	for _, c := range []config.Config{
		{Strategy: "dfs", Depth: -1}, {Strategy: "icb", Depth: -1}, {Strategy: "bfs", Depth: -1}, {Strategy: "auto", Depth: 2},
	} {
		seen, s := k.seen(t, c, 1000)
		if len(seen) != 12 || !s.(search.Search).Complete() {
			t.Errorf("%s has drawn %d combinations of 12: %v", c.Strategy, len(seen), seen)
		}
		for numbers, n := range seen {
			if n > 1 {
				t.Errorf("%s has drawn %s %d times", c.Strategy, numbers, n)
			}
		}
	}
}

// Of a great range the ends are drawn, and others; no search claims all of it.
func TestEndsAreDrawn(t *testing.T) {
	for _, n := range []uint64{17, 1000, 1 << 32, 1<<32 + 1, 1 << 60} {
		for _, c := range []config.Config{{Strategy: "dfs", Depth: -1}, {Strategy: "auto", Depth: 2}, {Strategy: "random"}} {
			seen, s := dice{[]uint64{n}}.seen(t, c, 200)
			for _, want := range []uint64{0, 1, n - 1} {
				if seen[fmt.Sprint(want, " ")] == 0 {
					t.Errorf("%s below %d: %d is never drawn", c.Strategy, n, want)
				}
			}
			if len(seen) < 5 {
				t.Errorf("%s below %d: only %v", c.Strategy, n, seen)
			}
			if x, searches := s.(search.Search); searches && x.Complete() {
				t.Errorf("%s below %d claims all", c.Strategy, n)
			}
		}
	}
}

// Each code is a number of the range, also one that another program has written.
func TestCodesAreInRange(t *testing.T) {
	r := random.Random(1)
	for range 10000 {
		d := random.Draw{Path: r.Next(), Nth: uint32(r.Below(9)), N: r.Next() >> r.Below(64)}
		if d.N < 2 {
			continue
		}
		for _, code := range []uint32{random.Drawn(3, r.Below(100), &d), d.Code(0), d.Code(d.Alternatives() - 1), uint32(r.Next())} {
			if d.Value(code) >= d.N {
				t.Fatalf("%+v: code %d is %d", d, code, d.Value(code))
			}
		}
		for rank := range d.Alternatives() {
			if back := d.RankOf(d.Code(rank)); back != rank && !(d.Sampled() && back == 0) {
				t.Fatalf("%+v: rank %d has become %d", d, rank, back)
			}
		}
	}
}
