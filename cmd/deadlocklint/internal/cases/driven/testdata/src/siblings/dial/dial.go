// Package dial opens connections.
package dial

import (
	"example.com/siblings/internal/id"
	"example.com/siblings/wire"
)

// Local opens a connection to this machine.
func Local() *wire.Conn {
	c := wire.With(id.Next())
	return &c
}
