// Package keys has calls with which a lock could be given back.
package keys

type ID int

type Store struct{}

func (s *Store) Take(name string, id int) {}

func (s *Store) Give(name string, id ID) {}

func (s *Store) Set(down bool) {}

func (s *Store) Merge(other *Store) {}

func (s *Store) Close() {}
