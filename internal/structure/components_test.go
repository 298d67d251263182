package structure

import (
	"math/rand/v2"
	"testing"
)

// TestComponents compares with reachability: two nodes share a component if and
// only if each reaches the other.
func TestComponents(t *testing.T) {
	for seed := range uint64(500) {
		next := randomGraph(rand.New(rand.NewPCG(seed, 26)))
		of := make([]int, len(next))
		seen := 0
		for i, component := range components(next) {
			for _, v := range component {
				of[v] = i
				seen++
			}
		}
		if seen != len(next) {
			t.Fatalf("seed %d: %d nodes in components, want %d", seed, seen, len(next))
		}
		reach := reachability(next)
		for v := range next {
			for w := range next {
				if got, want := of[v] == of[w], reach[v][w] && reach[w][v]; got != want {
					t.Fatalf("seed %d: %v: %d and %d in one component: %t, want %t", seed, next, v, w, got, want)
				}
			}
		}
	}
}

func randomGraph(r *rand.Rand) [][]int {
	next := make([][]int, r.IntN(13))
	for v := range next {
		for range r.IntN(4) {
			next[v] = append(next[v], r.IntN(len(next)))
		}
	}
	return next
}

// reachability is the reflexive transitive closure, by Warshall's algorithm.
func reachability(next [][]int) [][]bool {
	reach := make([][]bool, len(next))
	for v := range next {
		reach[v] = make([]bool, len(next))
		reach[v][v] = true
		for _, w := range next[v] {
			reach[v][w] = true
		}
	}
	for k := range next {
		for v := range next {
			for w := range next {
				reach[v][w] = reach[v][w] || reach[v][k] && reach[k][w]
			}
		}
	}
	return reach
}
