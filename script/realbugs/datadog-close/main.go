// Command datadog-close closes a client whose watcher has ticked.
package main

import (
	"fmt"
	"net"
	"os"
	"time"

	"github.com/DataDog/datadog-go/statsd"
)

func main() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		fail(err)
	}
	defer conn.Close()
	client, err := statsd.New(conn.LocalAddr().String(), statsd.WithoutTelemetry())
	if err != nil {
		fail(err)
	}
	if err := client.Count("requests", 1, nil, 1); err != nil {
		fail(err)
	}
	time.Sleep(250 * time.Millisecond) // a few ticks
	if err := client.Close(); err != nil {
		fail(err)
	}
	fmt.Println("closed")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
