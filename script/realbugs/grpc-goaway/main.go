// Opens streams on one connection and lets the server send a GOAWAY that
// orphans some of them. Opening a stream locks controlBuffer.mu, then
// http2Client.mu; handling the GOAWAY locks them the other way around.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go serve(lis)

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cc, err := grpc.DialContext(ctx, lis.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithBlock())
	check(err)

	// Stream 1 survives the GOAWAY, stream 3 does not: closing a stream
	// takes controlBuffer.mu.
	open(ctx, cc)
	open(ctx, cc)

	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		time.Sleep(100 * time.Millisecond)
		open(ctx, cc)
	}()
	// The GOAWAY comes on the server's clock, not after the last stream.
	time.Sleep(900 * time.Millisecond)
	wg.Wait()
	check(cc.Close())
	fmt.Println("PASS")
}

func open(ctx context.Context, cc *grpc.ClientConn) {
	desc := &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}
	_, err := cc.NewStream(ctx, desc, "/driver.Service/Method")
	check(err)
}

// serve speaks just enough HTTP/2 on the first connection, and refuses others:
// the client must not need a second one.
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
	go func() {
		time.Sleep(500 * time.Millisecond)
		check(framer.WriteGoAway(1, http2.ErrCodeNo, nil))
	}()
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
