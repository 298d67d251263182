package mine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// TestAbsence are automata worked out by hand.
func TestAbsence(t *testing.T) {
	for _, tt := range []struct {
		name string
		list []Sequence
		max  int
		want string
	}{
		{
			"Close ends all, and itself", seqs("get put close", "put get put", "put close"), 15,
			"state s1 final\n  get -> s1 x2\n  put -> s1 x4\n  close -> s2 x2\nstate s2 final\n",
		}, {
			"Read ends Open", seqs("open open read read"), 15,
			"state s1\n  open -> s1 x2\n  read -> s2 x1\nstate s2 final\n  read -> s2 x1\n",
		}, {
			"calls between the first and the last are of no order", seqs("o a b c", "o b a c"), 15,
			"state s1\n  o -> s1 x2\n  a b -> s2 x1\n  c -> s3\nstate s2\n  a b -> s2 x1\n  c -> s3 x2\nstate s3 final\n",
		}, {
			"a method that came alone is ended by none", seqs("get", "close"), 15, "",
		}, {
			"the methods that end the most come first", seqs("a b c"), 3,
			"state s1\n  a b -> s1 x1\n  c -> s2 x1\nstate s2 final\n",
		},
	} {
		a := Absence("T", tt.list, tt.max)
		got := ""
		if a != nil {
			a.Origin = ""
			got = strings.TrimPrefix(string(automaton.Format(a)), "type T\n")
		}
		if got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestAbsenceOracle compares the automaton with its definition: it accepts what was observed,
// and forbids a call only after one that ends its method. With room for all states it
// forbids each such call.
func TestAbsenceOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() []string {
		list := make([]string, 1+r.IntN(6))
		for i := range list {
			list[i] = string(rune('a' + r.IntN(4)))
		}
		return list
	}
	for range 500 {
		var q Sequences
		for range 1 + r.IntN(4) {
			q.Add("T", Sequence{Methods: random(), Count: 1})
		}
		list := q.Of("T")
		a, small := Absence("T", list, 1000), Absence("T", list, 4)
		if a == nil {
			continue
		}
		for _, s := range list {
			if !a.Accepts(s.Methods) || small != nil && !small.Accepts(s.Methods) {
				t.Fatalf("%v: %v is not accepted", list, s.Methods)
			}
		}
		word := slices.DeleteFunc(random(), func(m string) bool { return !slices.Contains(a.Alphabet(), m) })
		state, _ := a.Run(word)
		if forbidden := isForbidden(list, word); (state == automaton.NoState) != forbidden {
			t.Fatalf("%v: %v leads to %d, forbidden is %v", list, word, state, forbidden)
		}
		if small == nil {
			continue
		}
		if len(small.States) >= 4 {
			t.Fatalf("%d states", len(small.States))
		}
		if state, _ := small.Run(word); state == automaton.NoState && !isForbidden(list, word) {
			t.Fatalf("%v: %v is forbidden by the small automaton alone", list, word)
		}
	}
}

// isForbidden is the definition: some call comes after one that ends its method.
func isForbidden(list []Sequence, word []string) bool {
	for i, y := range word {
		for _, x := range word[i+1:] {
			if ends(list, y, x) || x == y && once(list, y) && slices.ContainsFunc(list, func(s Sequence) bool { return s.Methods[len(s.Methods)-1] == y }) && slices.ContainsFunc(list, func(s Sequence) bool {
				return slices.ContainsFunc(s.Methods, func(z string) bool { return z != y && ends(list, y, z) })
			}) {
				return true
			}
		}
	}
	return false
}

func ends(list []Sequence, y, x string) bool {
	came, counts := false, false
	for _, s := range list {
		counts = counts || s.Methods[0] == x || s.Methods[len(s.Methods)-1] == y
		for i := range s.Methods {
			for j := range i {
				came = came || s.Methods[j] == x && s.Methods[i] == y
				if s.Methods[j] == y && s.Methods[i] == x {
					return false
				}
			}
		}
	}
	return came && counts
}

func once(list []Sequence, y string) bool {
	return !slices.ContainsFunc(list, func(s Sequence) bool {
		return slices.Index(s.Methods, y) != len(s.Methods)-1-slices.Index(reversed(s.Methods), y) && slices.Contains(s.Methods, y)
	})
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
