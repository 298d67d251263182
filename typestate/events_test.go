package typestate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestEvents compares what follows from the needs of calls with which of them happens
// before which, in both orders, and counts it.
func TestEvents(t *testing.T) {
	ordered, free := 0, 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		var b strings.Builder
		b.WriteString("t1 call o T.m; t1 return o -\n")
		for n, i := 1, 0; i < 40; i++ {
			g := 1 + r.IntN(n)
			switch r.IntN(6) {
			case 0:
				if n < 12 {
					n++
					fmt.Fprintf(&b, "t%d go t%d\n", g, n)
				}
			case 1:
				fmt.Fprintf(&b, "t%d release k; t%d acquire k\n", g, 1+r.IntN(n))
			default:
				fmt.Fprintf(&b, "t%[1]d call o T.m; t%[1]d return o -\n", g)
			}
		}
		calls := read(t, b.String()).Calls
		for _, o := range []Order{Soft, Hard} {
			before := closure(calls, o)
			for i, c := range calls {
				n := 1
				for j, d := range calls[:i] {
					want := c.G == d.G || c.after(d, o)
					if before[i][j] != want {
						t.Fatalf("seed %d, order %d: call %d before call %d: %t, want %t in\n%s", seed, o, j, i, before[i][j], want, b.String())
					}
					if want {
						n++
						ordered++
					} else {
						free++
					}
				}
				if got := events(calls, o, false)[i].Past; got != n {
					t.Fatalf("seed %d, order %d: %d calls up to call %d, want %d", seed, o, got, i, n)
				}
			}
		}
	}
	if ordered < 1000 || free < 1000 {
		t.Errorf("%d pairs are ordered and %d are not: too few to tell", ordered, free)
	}
}

// closure is which calls come before which, by the needs of their events.
func closure(calls []*Call, o Order) []map[int]bool {
	var before []map[int]bool
	at := map[int][]int{} // calls by thread
	for i, e := range events(calls, o, false) {
		m := map[int]bool{}
		enter := func(j int) {
			m[j] = true
			for k := range before[j] {
				m[k] = true
			}
		}
		if own := at[e.Thread]; len(own) > 0 {
			enter(own[len(own)-1])
		}
		for _, n := range e.Epochs {
			enter(at[n.Thread][n.Events-1])
		}
		at[e.Thread] = append(at[e.Thread], i)
		before = append(before, m)
	}
	return before
}
