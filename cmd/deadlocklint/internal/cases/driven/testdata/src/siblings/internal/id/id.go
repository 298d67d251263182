// Package id has the numbers of connections.
package id

// An ID is a number that Next has given.
type ID struct{ n int }

// Next is an ID.
func Next() ID { return ID{1} }

// Valid reports whether Next has given an ID.
func (id ID) Valid() bool { return id.n > 0 }
