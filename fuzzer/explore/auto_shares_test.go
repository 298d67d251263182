package explore

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
)

// maxTurns is how many runs of an exploration count, and missed what one counts as in which
// no run showed the bug.
const (
	maxTurns = 1000
	missed   = 2 * maxTurns
)

// A cell is one subject with one seed: the schedule of each strategy that showed the bug.
type cell struct {
	subject, family string
	first           map[string]int // 0 for none
}

// measured reads the file of script/subjects/shares.sh. Searches draw nothing: what they
// showed with one seed counts for each.
func measured(t *testing.T) []*cell {
	t.Helper()
	f, err := os.Open("testdata/schedules.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cells, alone := map[string]*cell{}, map[string]map[string]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		var subject, family, strategy, seed, figure string
		if _, err := fmt.Sscan(s.Text(), &subject, &family, &strategy, &seed, &figure); err != nil {
			t.Fatalf("%q: %v", s.Text(), err)
		}
		first := 0
		if figure != "none" {
			if _, err := fmt.Sscan(figure, &first); err != nil {
				t.Fatalf("%q: %v", s.Text(), err)
			}
			first = max(first, 1)
		}
		if slices.Contains(drawNothing, strategy) {
			if alone[subject] == nil {
				alone[subject] = map[string]int{}
			}
			alone[subject][strategy] = first
			continue
		}
		key := subject + " " + seed
		if cells[key] == nil {
			cells[key] = &cell{subject, family, map[string]int{}}
		}
		cells[key].first[strategy] = first
	}
	var list []*cell
	for _, c := range cells {
		for strategy, first := range alone[c.subject] {
			c.first[strategy] = first
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *cell) int { return strings.Compare(a.subject, b.subject) })
	return list
}

// Strategies that auto may choose from. The search that it has is the first one.
var (
	drawNothing = []string{"icb", "dfs", "bfs", "delay", "causal", "hapset"}
	candidates  = []string{"icb", "history", "random", "pos", "pct", "delay", "dfs", "bfs"}
	withCausal  = append(slices.Clone(candidates), "causal")
	withHapset  = append(slices.Clone(candidates), "hapset")
)

// slots is how many turns a cycle of auto has.
const slots = 8

// shown is the run of a cycle of turns that shows the bug of a cell, missed for none.
func shown(turns []string, c *cell) int {
	best := missed
	for strategy, first := range c.first {
		var at []int
		for i, name := range turns {
			if name == strategy {
				at = append(at, i)
			}
		}
		if first == 0 || len(at) == 0 {
			continue
		}
		if run := (first-1)/len(at)*len(turns) + at[(first-1)%len(at)] + 1; run <= maxTurns {
			best = min(best, run)
		}
	}
	return best
}

// A score is what turns come to on some cells: more found is better, and then sooner.
type score struct {
	found int
	log   float64 // sum of the logarithms
	cells int
}

func scored(turns []string, cells []*cell) (s score) {
	for _, c := range cells {
		run := shown(turns, c)
		if run != missed {
			s.found++
		}
		s.log += math.Log2(float64(run))
		s.cells++
	}
	return s
}

func (s score) less(o score) bool {
	if s.found != o.found {
		return s.found > o.found
	}
	return s.log < o.log-1e-9
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d found, within %.2f schedules (geometric mean)", s.found, s.cells, math.Exp2(s.log/float64(s.cells)))
}

// spread makes a cycle of shares: each turn is of the strategy that lags most after its
// share, the first one of equals.
func spread(order []string, shares map[string]int) (turns []string) {
	used := map[string]int{}
	for i := range slots {
		next, lag := "", math.Inf(-1)
		for _, name := range order {
			if l := float64(shares[name]*(i+1))/slots - float64(used[name]); used[name] < shares[name] && l > lag {
				next, lag = name, l
			}
		}
		used[next]++
		turns = append(turns, next)
	}
	return turns
}

// chosen are the turns of some strategies with the best score on some cells, with at least so many for the search.
func chosen(names []string, cells []*cell, search int) (best []string) {
	var top score
	each(names, slots, map[string]int{}, func(shares map[string]int) {
		if shares["icb"] < search || slices.ContainsFunc(drawing, func(name string) bool { return shares[name] < minDrawn }) {
			return
		}
		turns := spread(names, shares)
		if s := scored(turns, cells); best == nil || s.less(top) {
			best, top = turns, s
		}
	})
	shares := map[string]int{}
	var used []string
	for _, name := range best {
		if shares[name]++; shares[name] == 1 {
			used = append(used, name)
		}
	}
	slices.Sort(used)
	permute(used, 0, func(order []string) {
		turns := spread(order, shares)
		if s := scored(turns, cells); s.less(top) {
			best, top = turns, s
		}
	})
	return best
}

// each calls f with each way to share turns among names.
func each(names []string, left int, shares map[string]int, f func(map[string]int)) {
	if len(names) == 1 {
		shares[names[0]] = left
		f(shares)
		return
	}
	for n := range left + 1 {
		shares[names[0]] = n
		each(names[1:], left-n, shares, f)
	}
}

func permute(list []string, k int, f func([]string)) {
	if k == len(list) {
		f(list)
		return
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, f)
		list[k], list[i] = list[i], list[k]
	}
}

// families of the subjects, in the order of their names.
func families(cells []*cell) (list []string) {
	for _, c := range cells {
		if !slices.Contains(list, c.family) {
			list = append(list, c.family)
		}
	}
	slices.Sort(list)
	return list
}

// leftOut is the score of turns that are chosen without a family, summed over the families.
func leftOut(t *testing.T, names []string, cells []*cell, search int) (sum score) {
	for _, family := range families(cells) {
		var in, out []*cell
		for _, c := range cells {
			if c.family == family {
				out = append(out, c)
			} else {
				in = append(in, c)
			}
		}
		turns := chosen(names, in, search)
		s := scored(turns, out)
		t.Logf("without %-10s %s: %s", family, strings.Join(turns, " "), s)
		sum.found, sum.log, sum.cells = sum.found+s.found, sum.log+s.log, sum.cells+s.cells
	}
	return sum
}

// Turns that strategies have at least: the search comes to the end of a small test. Those that
// draw have one each, since a kind of bug that one of them misses may be none of the subjects.
const (
	minSearch = 2
	minDrawn  = 1
)

// drawing are the strategies that draw.
var drawing = []string{"history", "random", "pos", "pct"}

// TestAutoShares: the turns of auto are those that the measured schedules choose.
func TestAutoShares(t *testing.T) {
	cells := measured(t)
	for _, strategy := range candidates {
		t.Logf("%s alone: %s", strategy, scored([]string{strategy}, cells))
	}
	t.Logf("icb in every other run, and pos, pct, random in turn: %s", scored([]string{"icb", "pos", "icb", "pct", "icb", "random"}, cells))
	for search := range 5 {
		if search != minSearch && !testing.Verbose() {
			continue
		}
		all := chosen(candidates, cells, search)
		t.Logf("at least %d of %d for the search: %s: %s", search, slots, strings.Join(all, " "), scored(all, cells))
		t.Logf("the same, chosen without the family: %s", leftOut(t, candidates, cells, search))
	}
	if want := chosen(candidates, cells, minSearch); !slices.Equal(want, auto.Turns[:]) {
		t.Errorf("auto has the turns %v, and the schedules choose %v", auto.Turns, want)
	}
}

// TestAutoSharesOfCausal: with causal among the candidates no more bugs are found, also where the turns are chosen without the
// family by which they are judged.
func TestAutoSharesOfCausal(t *testing.T) {
	cells := measured(t)
	t.Logf("causal alone: %s", scored([]string{"causal"}, cells))
	before, with := leftOut(t, candidates, cells, minSearch), leftOut(t, withCausal, cells, minSearch)
	all := chosen(withCausal, cells, minSearch)
	t.Logf("with causal: %s: %s; without the family: %s, and %s without causal", strings.Join(all, " "), scored(all, cells), with, before)
	if with.found > before.found {
		t.Errorf("with causal %d are found, and %d without: let it take turns", with.found, before.found)
	}
}

// TestAutoSharesOfHapset: with hapset among the candidates no more bugs are found, also where the turns are chosen without
// the family by which they are judged. Nor are they found sooner by more than a fiftieth, when hapset has every n-th run from
// some run on, up to its end.
func TestAutoSharesOfHapset(t *testing.T) {
	cells := measured(t)
	t.Logf("hapset alone: %s", scored([]string{"hapset"}, cells))
	before, with := leftOut(t, candidates, cells, minSearch), leftOut(t, withHapset, cells, minSearch)
	all := chosen(withHapset, cells, minSearch)
	t.Logf("with hapset: %s: %s; without the family: %s, and %s without hapset", strings.Join(all, " "), scored(all, cells), with, before)
	if with.found > before.found {
		t.Errorf("with hapset %d are found, and %d without: let it take turns", with.found, before.found)
	}
	none := interspersed(0, 0)
	today := scored(none, cells)
	for _, begin := range []int{0, 4, 8, 16, 32} {
		for _, every := range []int{1, 2, 4, 8} {
			turns := interspersed(begin, every)
			s := scored(turns, cells)
			later, sooner := 0, 0
			for _, c := range cells {
				switch a, b := shown(none, c), shown(turns, c); {
				case a < b:
					later++
				case a > b:
					sooner++
				}
			}
			t.Logf("every %d of the runs from %d on: %s; %d later, %d sooner", every, begin, s, later, sooner)
			if s.found > today.found || s.log < today.log-float64(s.cells)*math.Log2(1.02) {
				t.Errorf("every %d of the runs from %d on: %s, and %s without: let hapset take them", every, begin, s, today)
			}
		}
	}
}

// interspersed are the runs of auto, with one of hapset in so many from some run on, until it has made lastOfHapset; without any
// for 0.
func interspersed(begin, every int) (turns []string) {
	own := 0
	for len(turns) < maxTurns {
		if every > 0 && own < lastOfHapset && len(turns) >= begin && (len(turns)-begin)%every == 0 {
			turns = append(turns, "hapset")
			own++
			continue
		}
		turns = append(turns, auto.Turns[(len(turns)-own)%len(auto.Turns)])
	}
	return turns
}

// lastOfHapset is a schedule after which hapset shows no bug of the subjects.
const lastOfHapset = 20
