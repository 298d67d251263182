// Command grpc-keepalive opens two streams on one connection that pings keep alive. The
// pings go dormant while no stream is open: before the first stream, and again after
// the second. The deadlock needs them to go dormant again before the second stream. The
// goroutine that goes dormant then holds http2Client.mu, and waits for a signal that
// only the opening of a stream sends.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"
)

func main() {
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go serve(lis)
	params := keepalive.ClientParameters{Time: 200 * time.Millisecond, Timeout: 200 * time.Millisecond}
	cc, err := grpc.Dial(lis.Addr().String(), grpc.WithInsecure(), grpc.WithBlock(), grpc.WithKeepaliveParams(params))
	check(err)
	time.Sleep(700 * time.Millisecond) // no stream: dormant
	open(cc)                           // awakes it
	time.Sleep(300 * time.Millisecond)
	open(cc) // it is not dormant yet
	time.Sleep(300 * time.Millisecond)
	check(cc.Close())
	fmt.Println("PASS")
}

// open opens a stream and cancels it.
func open(cc *grpc.ClientConn) {
	ctx, cancel := context.WithCancel(context.Background())
	desc := &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}
	_, err := grpc.NewClientStream(ctx, desc, cc, "/driver.Service/Method")
	check(err)
	cancel()
}

// serve speaks just enough HTTP/2 on the first connection, and refuses others.
// It answers the first ping only, so that the client takes note of one.
func serve(lis net.Listener) {
	conn, err := lis.Accept()
	check(err)
	check(lis.Close())
	preface := make([]byte, len(http2.ClientPreface))
	for n := 0; n < len(preface); {
		m, err := conn.Read(preface[n:])
		check(err)
		n += m
	}
	framer := http2.NewFramer(conn, conn)
	check(framer.WriteSettings())
	answered := false
	for {
		f, err := framer.ReadFrame()
		if err != nil {
			return
		}
		if p, ok := f.(*http2.PingFrame); ok && !answered {
			answered = true
			check(framer.WritePing(true, p.Data))
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
