package lockfacts

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
)

// What is found out by walking whoever is pending is what is found out by walking all until nothing changes, also
// where it is noted only in the walk of a function whom it uses.
func TestWorklist(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 29))
	for range 500 {
		n := 1 + r.IntN(80)
		keys, uses := make([]string, n), make([][]int, n)
		for i := range n {
			keys[i] = fmt.Sprint(i)
			for range r.IntN(3) {
				uses[i] = append(uses[i], r.IntN(n))
			}
		}
		step := func(found map[int]bool, i int) (changed bool) {
			now := i == 0
			for _, u := range uses[i] {
				now = now || found[u]
			}
			changed = now != found[i]
			if now {
				found[i] = true
			}
			return changed
		}
		want := map[int]bool{}
		for range n {
			for i := range n {
				step(want, i)
			}
		}
		got, walks := map[int]bool{}, 0
		l := newWorklist(keys)
		for i := l.next(); i >= 0; i = l.next() {
			changed := step(got, i)
			for _, u := range uses[i] {
				l.use(i, keys[u])
			}
			l.walked(i, changed)
			walks++
		}
		if !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v of %v", got, want, uses)
		}
		for _, w := range l.walks {
			walks -= w
		}
		if walks != 0 {
			t.Fatalf("%d walks are not counted", walks)
		}
	}
}
