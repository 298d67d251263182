// Package abba_two_parts takes two objects of one type, in two fields of one object, in both orders.
package abba_two_parts

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
	s.users.With(func(users *map[string]int) { // want lockorder
		(*users)[user]++
		s.stats.With(func(stats *[]int) { *stats = append(*stats, 1) })
	})
}

func (s *State) Report() (n int) {
	s.stats.With(func(stats *[]int) {
		s.users.With(func(users *map[string]int) { n = len(*users) * len(*stats) })
	})
	return n
}

type Player struct {
	mu     sync.Mutex
	points int
}

type Game struct{ left, right *Player }

type Server struct{ game *Game }

func (g *Game) Swap() {
	g.left.mu.Lock()
	defer g.left.mu.Unlock()
	g.right.mu.Lock() // want lockorder
	defer g.right.mu.Unlock()
	g.left.points, g.right.points = g.right.points, g.left.points
}

func (s *Server) Reset() {
	s.game.right.mu.Lock()
	defer s.game.right.mu.Unlock()
	s.game.left.mu.Lock()
	defer s.game.left.mu.Unlock()
	s.game.left.points, s.game.right.points = 0, 0
}
