package typestate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// TestPairs lists which calls came after one of another goroutine and went well: not
// those that failed, had not returned, or came after calls of their own goroutine.
func TestPairs(t *testing.T) {
	r := read(t, `
t1 call s Store.put; t1 return s -
t1 call s Store.get; t1 return s -
t1 go t2
t2 call s Store.get; t2 return s -
t2 call s Store.put; t2 return s full
t2 call s Store.size
t1 call s Store.close; t1 return s -
t1 call o Store.put; t1 return o -
t2 return s -
`)
	var got []string
	for _, p := range r.Pairs("Store") {
		got = append(got, fmt.Sprintf("t%d %s after t%d %s", p.Call.G, p.Call.Method, p.Before.G, p.Before.Method))
	}
	want := []string{"t2 get after t1 get", "t1 close after t2 size", "t2 size after t1 get"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if list := r.Pairs("Bag"); len(list) > 0 {
		t.Errorf("%d pairs of a type that has none", len(list))
	}
}

// TestPairsOfAll lists a pair that comes after the calls that are kept, and none when
// the call failed.
func TestPairsOfAll(t *testing.T) {
	for outcome, want := range map[string]int{"-": 1, "broken": 0} {
		lines := "t1 go t2\n" + strings.Repeat("t1 call s Store.put; t1 return s -\n", mine.MaxSequence+5) + "t2 call s Store.get; t2 return s " + outcome + "\n"
		r := readWhole(t, lines, func(string) bool { return false })
		if got := len(r.Pairs("Store")); got != want {
			t.Errorf("%s: %d pairs, want %d", outcome, got, want)
		}
	}
}

// TestForbidden asks other automata for the violation of figure 6.1.
func TestForbidden(t *testing.T) {
	found, _ := read(t, socket+closes).Check(parse(t, refined), Options{})
	for text, want := range map[string]bool{
		refined: true,
		"type Socket\nstate any final\n  connect close getInputStream getOutputStream -> any\n":        false,
		"type Socket\nstate s1\n  connect getOutputStream -> s2\nstate s2 final\n  close -> s2\n":      true,
		"type Socket\nstate s1 final\n  getInputStream -> s1\nstate s2 final\n  close connect -> s1\n": false, // connect is forbidden already
	} {
		if got := found[0].Forbidden(parse(t, text)); got != want {
			t.Errorf("%t, want %t: %s", got, want, text)
		}
	}
	if c := found[0].Cause(); c == nil || c.Method != "close" {
		t.Errorf("the cause is %v", c)
	}
}
