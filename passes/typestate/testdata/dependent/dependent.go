// Package dependent is imported by others, for which it has facts. // want package:"protocols"
package dependent

import "io"

// Close closes.
func Close(c io.Closer) {
	if err := c.Close(); err != nil {
		panic(err)
	}
}

// Read reads.
func Read(r io.Reader) {
	var b [8]byte
	r.Read(b[:])
}

// A Store has a protocol.
//
//deadlocklint:typestate new Open
//deadlocklint:typestate state open
//deadlocklint:typestate   Get -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Store struct{ n int }

// Open makes one.
func Open() *Store { return &Store{} }

// Get is forbidden after Close.
func (s *Store) Get() int { return s.n }

// Close ends the use.
func (s *Store) Close() {}
