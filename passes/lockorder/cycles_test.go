package lockorder

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

func edge(from, to string, gates ...string) lockfacts.Edge {
	e := lockfacts.Edge{From: lockfacts.Lock{Node: from}, To: lockfacts.Lock{Node: to}, Contexts: []string{"*"}}
	for _, g := range gates {
		e.Gates = append(e.Gates, lockfacts.Gate{Node: g})
	}
	return e
}

func TestCycles(t *testing.T) {
	read := edge("a", "b")
	read.From.Read = true
	readTo := edge("b", "a")
	readTo.To.Read = true
	inMain, alsoInMain := edge("a", "b"), edge("b", "a")
	inMain.Contexts, alsoInMain.Contexts = []string{"main"}, []string{"main"}
	for name, c := range map[string]struct {
		edges []lockfacts.Edge
		want  int
	}{
		"two":              {[]lockfacts.Edge{edge("a", "b"), edge("b", "a")}, 1},
		"three":            {[]lockfacts.Edge{edge("a", "b"), edge("b", "c"), edge("c", "a")}, 1},
		"two inside three": {[]lockfacts.Edge{edge("a", "b"), edge("b", "a"), edge("b", "c"), edge("c", "a")}, 1},
		"no cycle":         {[]lockfacts.Edge{edge("a", "b"), edge("b", "c"), edge("a", "c")}, 0},
		"gate":             {[]lockfacts.Edge{edge("a", "b", "g"), edge("b", "a", "g")}, 0},
		"two gates":        {[]lockfacts.Edge{edge("a", "b", "g"), edge("b", "a", "h")}, 1},
		"around the gate":  {[]lockfacts.Edge{edge("a", "b", "g"), edge("b", "a", "g"), edge("b", "a")}, 1},
		"readers only":     {[]lockfacts.Edge{read, readTo}, 0},
		"reader, writer":   {[]lockfacts.Edge{read, edge("b", "a")}, 1},
		"one goroutine":    {[]lockfacts.Edge{inMain, alsoInMain}, 0},
	} {
		if got := Cycles(c.edges, objects{}, Wanted{}); len(got) != c.want {
			t.Errorf("%s: %d cycles, want %d", name, len(got), c.want)
		}
	}
}

// TestOracle compares the search with trying all pairs and triples of edges.
func TestOracle(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var edges []lockfacts.Edge
		for range rnd.IntN(10) {
			from, to := rnd.IntN(4), rnd.IntN(4)
			if from == to {
				continue
			}
			e := edge(fmt.Sprint(from), fmt.Sprint(to))
			if rnd.IntN(3) == 0 {
				e.Gates = []lockfacts.Gate{{Node: "g"}}
			}
			e.From.Read, e.To.Read = rnd.IntN(3) == 0, rnd.IntN(3) == 0
			edges = append(edges, e)
		}
		written := objects{"written": []string{"", "0", "012", "0123"}[rnd.IntN(4)]}
		found := len(Cycles(edges, written, Wanted{})) > 0
		if want := naive(edges, written); found != want {
			t.Fatalf("seed %d: found %t, want %t: %+v", seed, found, want, edges)
		}
	}
}

// naive tries all sequences of up to four edges.
func naive(edges []lockfacts.Edge, written objects) bool {
	var try func(seq []lockfacts.Edge) bool
	try = func(seq []lockfacts.Edge) bool {
		if len(seq) >= 2 && blocks(seq, written) {
			return true
		}
		if len(seq) == 4 {
			return false
		}
		for _, e := range edges {
			if try(append(seq[:len(seq):len(seq)], e)) {
				return true
			}
		}
		return false
	}
	return try(nil)
}

func blocks(seq []lockfacts.Edge, written objects) bool {
	writers := 0
	for i, e := range seq {
		next := seq[(i+1)%len(seq)]
		if e.To.Read && next.From.Read {
			writers++
		}
		if e.To.Node != next.From.Node || writers > 1 || e.To.Read && next.From.Read && !written.HasWriter(e.To.Node) {
			return false
		}
		for j, o := range seq {
			if i != j && (e.From.Node == o.From.Node || len(e.Gates) > 0 && len(o.Gates) > 0) {
				return false
			}
		}
	}
	return true
}

// objects are told apart by nothing but their ages: "b" is older than "a" when it has "a" in its list. "written" is
// what somebody locks exclusively.
type objects map[string]string

func (objects) Alias(a, b lockfacts.Lock, _ bool) alias.Answer {
	if a.Path == b.Path {
		return alias.Must
	}
	return alias.May
}

func (objects) Distinct(_, _ lockfacts.Lock) bool { return false }

func (objects) Opposite(a, b string) bool { return a != b }

func (objects) LeadAlike(p, q, x, y string) bool { return p == q && x == y }

func (objects) IsOver(_, _ *lockfacts.Edge) bool { return false }

func (o objects) HasWriter(node string) bool { return strings.Contains(o["written"], node) }

func (o objects) Older(lock, than lockfacts.Lock) bool {
	return strings.Contains(o[lock.Node], than.Node)
}

// TestWriters has cycles in which a reader waits for a reader.
func TestWriters(t *testing.T) {
	shared := func(from, to string, held, wanted bool) lockfacts.Edge {
		e := edge(from, to)
		e.From.Read, e.To.Read = held, wanted
		return e
	}
	one := []lockfacts.Edge{shared("a", "b", true, false), shared("b", "a", false, true)}
	two := []lockfacts.Edge{shared("a", "b", true, true), shared("b", "a", true, true)}
	plain := edge("b", "a")
	for _, c := range []struct {
		name    string
		edges   []lockfacts.Edge
		written string
		want    int // -1 for a cycle without a writer in between
	}{
		{"nobody writes", one, "b", 0},
		{"one writes", one, "a", 1},
		{"two would have to", two, "ab", 0},
		{"there is one that needs none", append(one[:2:2], plain), "a", -1},
	} {
		got := Cycles(c.edges, objects{"written": c.written}, Wanted{})
		switch {
		case len(got) != max(c.want, -c.want):
			t.Errorf("%s: %d cycles, want %d", c.name, len(got), c.want)
		case c.want != 0 && (len(got[0].withWriters()) == 0) != (c.want < 0):
			t.Errorf("%s: writers in between: %v", c.name, got[0].withWriters())
		}
	}
}

// TestOlder has cycles in which each object is older than the one before, or all but one.
func TestOlder(t *testing.T) {
	edges := []lockfacts.Edge{edge("a", "b"), edge("b", "c"), edge("c", "a")}
	for _, c := range []struct {
		ages objects
		want int
	}{
		{objects{"b": "a", "c": "b", "a": "c"}, 0},
		{objects{"b": "a", "c": "b"}, 1},
		{objects{"b": "a", "a": "c"}, 1},
		{objects{"c": "b", "a": "c"}, 1},
	} {
		if got := Cycles(edges, c.ages, Wanted{}); len(got) != c.want {
			t.Errorf("%v: %d cycles, want %d", c.ages, len(got), c.want)
		}
	}
}

// TestSettled shows that what is settled is not searched, and that the rest is found as before, on random edges.
func TestSettled(t *testing.T) {
	left, found := 0, 0
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		var edges []lockfacts.Edge
		for range rnd.IntN(24) {
			component := rnd.IntN(3)
			e := edge(fmt.Sprint(component, rnd.IntN(4)), fmt.Sprint(component, rnd.IntN(4)))
			e.Same = e.From.Node == e.To.Node
			e.From.Path, e.To.Path = fmt.Sprint("G", rnd.IntN(2)), fmt.Sprint("G", rnd.IntN(2))
			e.Func = []string{"own", "below"}[rnd.IntN(2)]
			edges = append(edges, e)
		}
		settled := func(list []lockfacts.Edge) bool {
			return !slices.ContainsFunc(list, func(e lockfacts.Edge) bool { return e.Func == "own" })
		}
		all, got := Cycles(edges, objects{}, Wanted{}), Cycles(edges, objects{}, Wanted{Settled: settled})
		for _, list := range []*[]Cycle{&all, &got} {
			*list = slices.DeleteFunc(*list, func(c Cycle) bool { return settled(c) })
		}
		if !reflect.DeepEqual(all, got) && len(all)+len(got) > 0 {
			t.Fatalf("seed %d: got %+v, want %+v", seed, got, all)
		}
		found += len(got)
		if len(edges) > 0 && settled(edges) {
			left++
		}
	}
	if left == 0 || found < 100 {
		t.Errorf("nothing settled %d times, %d cycles", left, found)
	}
}

// TestRelated shows that a cycle of related objects does not stand for those by other fields, and that a settled one stands for none.
func TestRelated(t *testing.T) {
	step := func(field, by string, hops int) lockfacts.Edge {
		e := edge("n", "n")
		e.Same, e.Step, e.Func = true, field, by
		e.To.Via = make([]lockfacts.Site, hops)
		return e
	}
	edges := []lockfacts.Edge{step("to .parent", "below", 0), step("from .parent", "below", 0), step("from .parent", "own", 3)}
	settled := func(list []lockfacts.Edge) bool {
		return !slices.ContainsFunc(list, func(e lockfacts.Edge) bool { return e.Func == "own" })
	}
	if got := Cycles(edges, objects{}, Wanted{}); len(got) != 1 || got[0][1].Func != "below" {
		t.Errorf("the easiest one: got %+v", got)
	}
	if got := Cycles(edges, objects{}, Wanted{Settled: settled}); len(got) != 1 || got[0][1].Func != "own" {
		t.Errorf("the one that is not settled: got %+v", got)
	}
	edges = append(edges, step("to .next", "own", 0))
	if got := Cycles(edges, objects{}, Wanted{}); len(got) < 2 {
		t.Errorf("two pairs of fields: got %+v", got)
	}
}
