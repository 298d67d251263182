// Adds two connections to a model. One is closed before the model gets to
// start it, the other is started (and closed at the end). Starting locks
// model.mut, then rawConnection.startStopMut; closing locks them the other way
// around.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/syncthing/syncthing/lib/config"
	"github.com/syncthing/syncthing/lib/db"
	"github.com/syncthing/syncthing/lib/db/backend"
	"github.com/syncthing/syncthing/lib/events"
	"github.com/syncthing/syncthing/lib/model"
	"github.com/syncthing/syncthing/lib/protocol"
)

func main() {
	// How long closing an unstarted connection tries to say goodbye.
	protocol.CloseTimeout = 50 * time.Millisecond

	self := protocol.NewDeviceID([]byte("self"))
	peer := protocol.NewDeviceID([]byte("peer"))
	cfg := config.New(self)
	cfg.Devices = append(cfg.Devices, config.DeviceConfiguration{DeviceID: peer, Name: "peer"})
	ctx, cancel := context.WithCancel(context.Background())
	wrapper := config.Wrap("", cfg, self, events.NoopLogger)
	go wrapper.Serve(ctx)
	ldb, err := db.NewLowlevel(backend.OpenMemory(), events.NoopLogger)
	check(err)
	m := model.NewModel(wrapper, self, ldb, nil, events.NoopLogger, protocol.NewKeyGenerator())
	served := make(chan struct{})
	go func() {
		defer close(served)
		m.Serve(ctx)
	}()
	time.Sleep(100 * time.Millisecond)

	// The model starts what it has got a second after the last addition.
	kept := connect(peer, m, "kept")
	dropped := connect(peer, m, "dropped")
	m.AddConnection(kept, protocol.Hello{DeviceName: "peer"})
	m.AddConnection(dropped, protocol.Hello{DeviceName: "peer"})

	errDriver := errors.New("driver")
	go func() {
		time.Sleep(750 * time.Millisecond)
		dropped.Close(errDriver)
	}()
	go func() {
		time.Sleep(1200 * time.Millisecond)
		kept.Close(errDriver)
	}()
	time.Sleep(1400 * time.Millisecond)
	if m.ConnectedTo(peer) {
		check(errors.New("still connected"))
	}

	cancel()
	<-served
	fmt.Println("PASS")
}

// connect makes a connection to a peer that only listens.
func connect(peer protocol.DeviceID, m model.Model, name string) protocol.Connection {
	here, there := net.Pipe()
	go io.Copy(io.Discard, there)
	return newConnection(peer, here, m, info(name))
}

// info is the name of a connection that is otherwise like any other.
type info string

func (i info) Type() string             { return "driver" }
func (i info) Transport() string        { return "driver" }
func (i info) IsLocal() bool            { return true }
func (i info) RemoteAddr() net.Addr     { return nil }
func (i info) Priority() int            { return 0 }
func (i info) String() string           { return string(i) }
func (i info) Crypto() string           { return "none" }
func (i info) EstablishedAt() time.Time { return time.Time{} }
func (i info) ConnectionID() string     { return string(i) }

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
