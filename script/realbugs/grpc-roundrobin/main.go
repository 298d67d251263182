// Keeps a connection to the addresses that a resolver names: one, none, and 300
// ms later another one. When the last update comes before the connection to the
// first address is torn down, who passes it on holds roundRobin.mu and waits for
// the goroutine that tears down, which needs that lock.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/naming"
)

func main() {
	first, second := listen(), listen()
	w := &watcher{updates: make(chan *naming.Update), closed: make(chan struct{})}
	cc, err := grpc.Dial("driver", grpc.WithInsecure(), grpc.WithBalancer(grpc.RoundRobin(w)))
	check(err)
	for _, u := range []naming.Update{
		{Op: naming.Add, Addr: first}, {Op: naming.Delete, Addr: first}, {Op: naming.Add, Addr: second},
	} {
		w.updates <- &u
		time.Sleep(300 * time.Millisecond)
	}
	check(cc.Close())
	fmt.Println("PASS")
}

// A watcher is told what has changed.
type watcher struct {
	updates chan *naming.Update
	closed  chan struct{}
}

func (w *watcher) Resolve(string) (naming.Watcher, error) { return w, nil }

func (w *watcher) Next() ([]*naming.Update, error) {
	select {
	case u := <-w.updates:
		return []*naming.Update{u}, nil
	case <-w.closed:
		return nil, errors.New("closed")
	}
}

func (w *watcher) Close() { close(w.closed) }

// listen answers connections with as much HTTP/2 as makes them usable.
func listen() string {
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go func() {
		for {
			conn, err := lis.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return lis.Addr().String()
}

func serve(conn net.Conn) {
	defer conn.Close()
	preface := make([]byte, len(http2.ClientPreface))
	for n := 0; n < len(preface); {
		m, err := conn.Read(preface[n:])
		if err != nil {
			return
		}
		n += m
	}
	framer := http2.NewFramer(conn, conn)
	if err := framer.WriteSettings(); err != nil {
		return
	}
	for {
		if _, err := framer.ReadFrame(); err != nil {
			return
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
