// Command fluent-post closes a logger while a worker posts to it.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/fluent/fluent-logger-golang/fluent"
)

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fail(err)
	}
	go sink(l)
	logger, err := fluent.New(fluent.Config{FluentPort: l.Addr().(*net.TCPAddr).Port, FluentHost: "127.0.0.1", Async: true})
	if err != nil {
		fail(err)
	}
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for range 3 {
			if err := logger.Post("tag", map[string]string{"key": "value"}); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	if err := logger.Close(); err != nil {
		fail(err)
	}
	worker.Wait()
	fmt.Println("closed")
}

// sink reads what is logged.
func sink(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go io.Copy(io.Discard, c)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
