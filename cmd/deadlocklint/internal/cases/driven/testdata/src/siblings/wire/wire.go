// Package wire has connections. Package dial opens them.
package wire

import "example.com/siblings/internal/id"

// A Conn is a connection. The zero Conn is closed.
type Conn struct{ id id.ID }

// With is the connection that has an id.
func With(n id.ID) Conn { return Conn{n} }

// IsOpen reports whether a connection is open.
func (c *Conn) IsOpen() bool { return c.id.Valid() }
