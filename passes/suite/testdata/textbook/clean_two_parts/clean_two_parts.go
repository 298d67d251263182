// Package clean_two_parts takes two objects of one type, in two fields of one object, in one order, or behind a gate.
package clean_two_parts

import "sync"

type Guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guarded[T]) With(f func(*T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}

type State struct {
	users Guarded[map[string]int]
	stats Guarded[[]int]
}

func (s *State) Add(user string) {
	s.users.With(func(users *map[string]int) {
		(*users)[user]++
		s.stats.With(func(stats *[]int) { *stats = append(*stats, 1) })
	})
}

func (s *State) Report() (n int) {
	s.stats.With(func(stats *[]int) { n = len(*stats) })
	s.users.With(func(users *map[string]int) { n *= len(*users) })
	return n
}

type Player struct {
	mu     sync.Mutex
	points int
}

type Game struct {
	mu          sync.Mutex
	left, right *Player
}

func (g *Game) Swap() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left.mu.Lock()
	defer g.left.mu.Unlock()
	g.right.mu.Lock()
	defer g.right.mu.Unlock()
	g.left.points, g.right.points = g.right.points, g.left.points
}

func (g *Game) Reset() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.right.mu.Lock()
	defer g.right.mu.Unlock()
	g.left.mu.Lock()
	defer g.left.mu.Unlock()
	g.left.points, g.right.points = 0, 0
}

// Match has fields of the names of Game's, the other way round.
type Match struct{ left, right *Player }

func (m *Match) Swap() {
	m.right.mu.Lock()
	defer m.right.mu.Unlock()
	m.left.mu.Lock()
	defer m.left.mu.Unlock()
	m.left.points, m.right.points = m.right.points, m.left.points
}
