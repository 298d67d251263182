//go:build !fixed

package main

import (
	"net"

	"github.com/syncthing/syncthing/lib/protocol"
)

func newConnection(peer protocol.DeviceID, conn net.Conn, m protocol.Model, i info) protocol.Connection {
	return protocol.NewConnection(peer, conn, conn, conn, m, i,
		protocol.CompressionNever, nil, protocol.NewKeyGenerator())
}
