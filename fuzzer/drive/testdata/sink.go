// Package sink is named as a function of the generated files.
package sink

type Store struct{}

func New() *Store { return new(Store) }

func (s *Store) Put(n int) {}
