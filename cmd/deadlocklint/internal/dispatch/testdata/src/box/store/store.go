package store

// A Store holds things.
//
//deadlocklint:typestate state open
//deadlocklint:typestate   Put -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Store struct{ n int }

func (s *Store) Put()   { s.n++ }
func (s *Store) Close() {}
