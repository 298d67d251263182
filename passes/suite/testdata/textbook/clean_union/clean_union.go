// Package clean_union lets the root of one set point to that of another.
package clean_union

import "sync"

type Set struct {
	mu     sync.Mutex
	parent *Set
	rank   int
}

func Of(ranks ...int) (list []*Set) {
	for _, r := range ranks {
		list = append(list, &Set{rank: r})
	}
	return list
}

func Union(a, b *Set) {
	switch {
	case a.rank < b.rank:
		a.parent = b
	case a.rank > b.rank:
		b.parent = a
	default:
		b.parent = a
		a.rank++
	}
}

func (s *Set) Bump() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.parent; p != nil {
		p.mu.Lock()
		p.rank++
		p.mu.Unlock()
	}
}
