package lockgraph

import (
	"fmt"
	"strings"
	"testing"
)

// ring is the run of n goroutines of which each locks its own lock and then requests that of the next one with the
// operation. Of a queue the last one requests a lock that nobody holds.
func ring(n int, operation string, queue bool) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "1 go %d; ", i+2)
	}
	for i := range n {
		fmt.Fprintf(&b, "%d lock l%d; ", i+2, i)
	}
	for i := range n {
		next := (i + 1) % n
		if queue {
			next = i + 1
		}
		fmt.Fprintf(&b, "%d %s l%d; ", i+2, operation, next)
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// What was met counts, however long the chains are that a prediction follows.
func TestMetHasNoLimit(t *testing.T) {
	for _, c := range []struct {
		name   string
		run    string
		length int // MaxLength
		want   int // goroutines of the only cycle, 0 for none
	}{
		{"short", ring(3, "request", false), 6, 3},
		{"of seven", ring(7, "request", false), 6, 7},
		{"of two hundred", ring(200, "request", false), 6, 200},
		{"a queue", ring(7, "request", true), 6, 0},
		{"and those that wait for it", ring(3, "request", false) + "; 1 go 9; 9 lock x; 9 request l0; 1 request x", 2, 3},
		{"the last one goes on", ring(4, "request", true) + "; 5 lock l4; 5 unlock l4; 5 unlock l3; 4 lock l3", 2, 0},
	} {
		res := parse(c.run).analyze(Options{MaxLength: c.length})
		n := 0
		for _, found := range res.Candidates {
			if n = len(found.Edges); found.Status != Manifest || found.Edges[0].G != 2 {
				t.Errorf("%s: %s begins with g%d", c.name, found.Status, found.Edges[0].G)
			}
		}
		if n != c.want || len(res.Candidates) > 1 {
			t.Errorf("%s: %d cycles, the last one of %d goroutines, want one of %d", c.name, len(res.Candidates), n, c.want)
		}
	}
}
